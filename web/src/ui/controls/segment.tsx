import { SegmentedControl } from '@mantine/core'

export function Segment<V extends string>(props: {
  label: string
  value: V
  options: readonly { value: V; label: string }[]
  onChange: (value: V) => void
}) {
  return (
    <SegmentedControl
      aria-label={props.label}
      value={props.value}
      data={props.options.map((option) => ({ ...option }))}
      onChange={(value) => {
        const chosen = props.options.find((option) => option.value === value)
        if (chosen) props.onChange(chosen.value)
      }}
    />
  )
}
