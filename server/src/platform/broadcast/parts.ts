/** PostgreSQL refuses a notification of 8,000 bytes. */
const partCharsMax = 7_800

/** A UTF-16 code unit outside ASCII, as a JSON escape: one character is then one byte. */
const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * Cuts a message, which is JSON, into notifications: the sender's name, the message's number, the part's index, the
 * number of parts, and the text, separated by spaces.
 */
export function toParts(name: string, number: number, json: string): string[] {
  const ascii = json.replace(/[^\x20-\x7e]/g, escaped)
  const count = Math.max(1, Math.ceil(ascii.length / partCharsMax))
  return Array.from({ length: count }, (_, index) => {
    const text = ascii.slice(index * partCharsMax, (index + 1) * partCharsMax)
    return `${name} ${number} ${index} ${count} ${text}`
  })
}

interface Begun {
  number: string
  parts: string[]
}

/** Puts messages together again. One of which a part is missing is dropped. */
export class PartsReader {
  readonly #begun = new Map<string, Begun>()

  /** Returns the message that this part completes. */
  read(part: string): { from: string; text: string } | undefined {
    const [, from = '', number = '', index, count, text = ''] =
      /^(\S+) (\d+) (\d+) (\d+) (.*)$/.exec(part) ?? []
    const known = this.#begun.get(from)
    this.#begun.delete(from)
    const begun = Number(index) === 0 ? { number, parts: [] } : known
    if (begun?.number !== number || begun.parts.length !== Number(index)) return undefined
    begun.parts.push(text)
    if (begun.parts.length === Number(count)) return { from, text: begun.parts.join('') }
    this.#begun.set(from, begun)
    return undefined
  }
}
