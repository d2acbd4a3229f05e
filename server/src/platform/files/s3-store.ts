import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { assert, second } from '@voltline/kernel'
import { type FileStore, isStoredName, NameTaken, type StoredFolder, StoreUnavailable } from './store.ts'

export interface S3Settings {
  endpoint: string
  bucket: string
  accessKey: string
  secretKey: string
  region: string
}

interface S3Limits {
  connectMsMax: number
  /** Without a byte in either direction. */
  idleMsMax: number
  /** Of a request until its response begins. */
  requestMsMax: number
}

const limitsDefault: S3Limits = {
  connectMsMax: 5 * second,
  idleMsMax: 10 * second,
  requestMsMax: 60 * second,
}
const attemptsMax = 2
const statusOf = (fault: unknown): number | undefined =>
  fault instanceof S3ServiceException ? fault.$metadata.httpStatusCode : undefined
const alreadyThere = 412
/** Written by the first check and read by every later one, to prove that both work. */
const probeKey = 'voltline-probe'

/** Refusals of the store are faults of the settings or of this program; without an answer, it is the store's. */
function unavailable(fault: unknown): unknown {
  const status = statusOf(fault)
  if (status !== undefined && status >= 300 && status < 500) return fault
  const reason = fault instanceof Error ? fault.message || fault.name : String(fault)
  return new StoreUnavailable(`The file store cannot be used: ${reason}`, { cause: fault })
}

function rethrowUnavailable(fault: unknown): never {
  throw unavailable(fault)
}

async function md5Of(path: string): Promise<string> {
  const hash = createHash('md5')
  await pipeline(createReadStream(path), hash)
  return hash.digest('base64')
}

export const makeS3Client = (
  settings: Omit<S3Settings, 'bucket'>,
  { connectMsMax, idleMsMax, requestMsMax }: S3Limits = limitsDefault,
): S3Client =>
  new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    credentials: { accessKeyId: settings.accessKey, secretAccessKey: settings.secretKey },
    // Buckets as host names need DNS entries, which self-hosted stores seldom have.
    forcePathStyle: true,
    // Not every compatible store understands the newer checksum headers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMsMax,
      socketTimeout: idleMsMax,
      requestTimeout: requestMsMax,
      // Otherwise the client only warns, and a store that hangs keeps the connection for ever.
      throwOnRequestTimeout: true,
    },
    maxAttempts: attemptsMax,
  })

/** Files in a bucket of any S3-compatible store. Browsers never talk to it; every byte passes this program. */
export function s3Store(settings: S3Settings, limits: S3Limits = limitsDefault): FileStore {
  const client = makeS3Client(settings, limits)
  const at = (name: string) => {
    assert(isStoredName(name), 'a stored name is one of ours')
    return { Bucket: settings.bucket, Key: name }
  }

  /** Undefined when there is no such file. */
  async function sizeOf(name: string): Promise<number | undefined> {
    try {
      const { ContentLength } = await client.send(new HeadObjectCommand(at(name)))
      return ContentLength ?? 0
    } catch (fault) {
      if (statusOf(fault) === 404) return undefined
      throw unavailable(fault)
    }
  }

  return {
    async put(name, fromPath) {
      // Stores that do not know IfNoneMatch ignore it, so check for the name first.
      if ((await sizeOf(name)) !== undefined) throw new NameTaken(name)
      const { size } = await stat(fromPath)
      const contentMd5 = await md5Of(fromPath)
      try {
        await client.send(
          new PutObjectCommand({
            ...at(name),
            Body: createReadStream(fromPath),
            ContentLength: size,
            // The store refuses bytes that were changed on the way.
            ContentMD5: contentMd5,
            IfNoneMatch: '*',
          }),
        )
      } catch (fault) {
        throw statusOf(fault) === alreadyThere ? new NameTaken(name) : unavailable(fault)
      }
      // A proxy before the store may report success for what it has only buffered, or for its own error page.
      const kept = await sizeOf(name)
      if (kept !== size) {
        throw new StoreUnavailable(`The file store kept ${kept ?? 'none'} of the ${size} bytes of ${name}.`)
      }
    },
    async open(name, range) {
      try {
        const wanted = range ? { Range: `bytes=${range.first}-${range.last}` } : {}
        const { Body } = await client.send(new GetObjectCommand({ ...at(name), ...wanted }))
        assert(Body instanceof Readable, 'the store returns a stream')
        return Body
      } catch (fault) {
        if (statusOf(fault) === 404) return undefined
        throw unavailable(fault)
      }
    },
    list: (folder) => listNames(client, settings.bucket, folder).catch(rethrowUnavailable),
    async remove(name) {
      await client.send(new DeleteObjectCommand(at(name))).catch(rethrowUnavailable)
    },
    check: () => probe(client, settings.bucket).catch(rethrowUnavailable),
  }
}

async function probe(client: S3Client, bucket: string): Promise<void> {
  const at = { Bucket: bucket, Key: probeKey }
  try {
    const { Body } = await client.send(new GetObjectCommand(at))
    await Body?.transformToByteArray()
  } catch (fault) {
    // A missing bucket, a wrong key and an unreachable store have other error names.
    if (!(fault instanceof NoSuchKey)) throw fault
    await client.send(new PutObjectCommand({ ...at, Body: 'voltline' }))
  }
}

async function listNames(client: S3Client, bucket: string, folder: StoredFolder): Promise<string[]> {
  const names: string[] = []
  for (let isMore = true; isMore; ) {
    const after = names.at(-1)
    const { Contents = [], IsTruncated } = await client.send(
      new ListObjectsCommand({ Bucket: bucket, Prefix: folder, ...(after && { Marker: after }) }),
    )
    names.push(...Contents.flatMap(({ Key }) => Key ?? []))
    isMore = IsTruncated === true && Contents.length > 0
  }
  return names.filter(isStoredName).sort()
}
