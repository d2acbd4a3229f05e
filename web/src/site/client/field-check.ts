type Field = HTMLInputElement | HTMLTextAreaElement

/** The error text of a field, from the texts in its data attributes; empty for a valid field. */
function errorOf(field: Field): string {
  const { requiredText, max, maxText, pattern, patternText } = field.dataset
  const value = field.value.trim()
  if (value === '') return requiredText ?? ''
  if (max && value.length > Number(max)) return maxText ?? ''
  if (pattern && !new RegExp(pattern).test(value)) return patternText ?? ''
  return ''
}

export const isValid = (field: Field): boolean => errorOf(field) === ''

/** The error replaces the hint, so the layout does not move. The style sheet follows aria-invalid. */
export function showError(field: Field): void {
  const error = errorOf(field)
  const note = document.getElementById(`${field.id}-note`)
  const text = note?.querySelector('span')
  if (!note || !text) return
  field.setAttribute('aria-invalid', String(error !== ''))
  text.textContent = error || (note.dataset.hint ?? '')
}
