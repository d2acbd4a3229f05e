import { IncomingMessage } from 'node:http'

interface BodyReader {
  piece: (bytes: Buffer) => void
  end: () => void
}

/**
 * A request that can hand its body over as it is parsed. An app's body is short and nearly always comes in one piece:
 * the way through the stream, with its queue, events and ticks, would cost more than the decision.
 */
export class AppRequest extends IncomingMessage {
  #reader: BodyReader | undefined

  /** In place of the events `data` and `end`; to be called before anything of the body has come. */
  readBody(reader: BodyReader): void {
    this.#reader = reader
    // As the first read of a stream does: tells node that somebody takes the body.
    this._read(0)
  }

  /** Node's parser calls it with each piece of the body, and at its end with null. */
  override push(piece: Buffer | null): boolean {
    if (!this.#reader) return super.push(piece)
    if (piece) this.#reader.piece(piece)
    else this.#reader.end()
    return true
  }
}
