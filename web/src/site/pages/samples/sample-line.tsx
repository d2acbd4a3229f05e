import { Chip } from '../../components/chip.tsx'
import classes from './sample-line.module.css'

/** Marks an invented app or company as a sample. */
export function SampleLine({ sample, kind }: { sample: string; kind: string }) {
  return (
    <p className={classes.line}>
      <Chip tone="warn">{sample}</Chip> {kind}
    </p>
  )
}
