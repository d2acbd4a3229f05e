import { createHash } from 'node:crypto'
import { pipeline, type Readable, Transform } from 'node:stream'
import type { StoredFile } from './file.ts'
import type { ByteRange, FileStore } from './store.ts'

/** The store has lost or changed the bytes of a file, or has cut them off. Another attempt may get them whole. */
export class DamagedFile extends Error {
  readonly statusCode = 503
}

type Expected = Pick<StoredFile, 'name' | 'bytes' | 'sha256'>

/**
 * The bytes of a stored file, compared with what was stored. The last chunk is held back until all of them have proved
 * right, so a reader of a damaged file never sees its end. A range proves only its length.
 */
export async function openVerified(store: FileStore, file: Expected, range?: ByteRange): Promise<Readable> {
  const bytes = await store.open(file.name, range)
  if (!bytes) throw new DamagedFile(`The file ${file.name} is not in the store.`)
  const bytesExpected = range ? range.last - range.first + 1 : file.bytes
  const verifier = verify({ name: file.name, bytesExpected, sha256: range ? undefined : file.sha256 })
  // A fault on either side ends both; the reader sees it as the fault of the stream.
  pipeline(bytes, verifier, () => {})
  return verifier
}

function verify(file: { name: string; bytesExpected: number; sha256: Buffer | undefined }): Transform {
  const { name, bytesExpected, sha256 } = file
  const hash = createHash('sha256')
  let count = 0
  let held: Buffer | undefined
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      count += chunk.length
      if (count > bytesExpected) {
        return done(new DamagedFile(`The file ${name} has more than its ${bytesExpected} bytes.`))
      }
      hash.update(chunk)
      if (held) this.push(held)
      held = chunk
      done()
    },
    flush(done) {
      if (count < bytesExpected) {
        return done(new DamagedFile(`The file ${name} has ${count} of its ${bytesExpected} bytes.`))
      }
      if (sha256 && !hash.digest().equals(sha256)) {
        return done(new DamagedFile(`The file ${name} does not have the bytes that were stored.`))
      }
      if (held) this.push(held)
      done()
    },
  })
}
