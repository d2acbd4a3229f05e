/** A seeded random number generator, so that a failure can be reproduced. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = (seed * 2_654_435_761) >>> 0
  }

  /** At least 0, below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** Both ends inclusive. */
  whole(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  pick<T>(list: readonly T[]): T {
    const picked = list[this.whole(0, list.length - 1)]
    if (picked === undefined) throw new Error('There is nothing to pick from.')
    return picked
  }

  shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((value) => ({ value, place: this.next() }))
      .sort((a, b) => a.place - b.place)
      .map(({ value }) => value)
  }

  uuid(): string {
    const word = () =>
      Math.floor(this.next() * 4_294_967_296)
        .toString(16)
        .padStart(8, '0')
    const hex = word() + word() + word() + word()
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
  }
}
