/** Texts nested by the parts of their keys. */
export interface TextTree {
  readonly [name: string]: string | TextTree
}

function find(texts: TextTree, key: string): string | undefined {
  let found: string | TextTree | undefined = texts
  for (const name of key.split('.')) {
    if (typeof found !== 'object') return undefined
    found = found[name]
  }
  return typeof found === 'string' ? found : undefined
}

/**
 * The text of a key with its `{placeholders}` filled in. With a `count`, `key_one` or `key_other` is used by the
 * language's plural rule. A missing text shows its key.
 */
export function textOf(
  texts: TextTree,
  key: string,
  language: string,
  values: Record<string, string | number> = {},
): string {
  const { count } = values
  const plural =
    typeof count === 'number'
      ? (find(texts, `${key}_${new Intl.PluralRules(language).select(count)}`) ?? find(texts, `${key}_other`))
      : undefined
  const text = plural ?? find(texts, key) ?? key
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))
}
