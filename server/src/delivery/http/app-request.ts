import { IncomingMessage } from 'node:http'

const nothing = Buffer.alloc(0)

/**
 * A request that can hand its body over as it is parsed. An app's body is short and nearly always comes in one piece:
 * the way through the stream, with its queue, events and ticks, would cost more than the decision.
 */
export class AppRequest extends IncomingMessage {
  #use: ((body: Buffer | undefined) => void) | undefined
  #bytesMax = 0
  #bytes = 0
  #pieces: Buffer[] = []

  /**
   * In place of the events `data` and `end`; to be called before anything of the body has come. The body is handed over
   * once, when it is all there; undefined as soon as it is too long.
   */
  readBody(bytesMax: number, use: (body: Buffer | undefined) => void): void {
    this.#bytesMax = bytesMax
    this.#use = use
    // As the first read of a stream does: tells node that somebody takes the body.
    this._read(0)
  }

  /** Node's parser calls it with each piece of the body, and at its end with null. */
  override push(piece: Buffer | null): boolean {
    if (!this.#use) return super.push(piece)
    if (piece) this.#take(piece, this.#use)
    else if (this.#bytes <= this.#bytesMax) this.#use(this.#whole())
    return true
  }

  #take(piece: Buffer, use: (body: undefined) => void): void {
    const before = this.#bytes
    this.#bytes += piece.length
    if (this.#bytes <= this.#bytesMax) this.#pieces.push(piece)
    else if (before <= this.#bytesMax) use(undefined)
  }

  #whole(): Buffer {
    const [first = nothing] = this.#pieces
    return this.#pieces.length > 1 ? Buffer.concat(this.#pieces) : first
  }
}
