type Field = HTMLInputElement | HTMLTextAreaElement

/** What is wrong with a field, in the words that the page put beside it; nothing wrong is an empty text. */
function wrongness(field: Field): string {
  const { requiredText, max, maxText, pattern, patternText } = field.dataset
  const value = field.value.trim()
  if (value === '') return requiredText ?? ''
  if (max && value.length > Number(max)) return maxText ?? ''
  if (pattern && !new RegExp(pattern).test(value)) return patternText ?? ''
  return ''
}

export const isRight = (field: Field): boolean => wrongness(field) === ''

/** The error takes the hint's place, so nothing on the page jumps. */
export function markWrong(field: Field): void {
  const wrong = wrongness(field)
  const note = document.getElementById(`${field.id}-note`)
  const text = note?.querySelector('span')
  if (!note || !text) return
  field.setAttribute('aria-invalid', String(wrong !== ''))
  note.classList.toggle('wrong', wrong !== '')
  text.textContent = wrong || (note.dataset.hint ?? '')
}
