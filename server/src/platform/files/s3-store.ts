import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
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
import { type FileStore, isStoredName, NameTaken, type StoredFolder } from './store.ts'

export interface S3Settings {
  endpoint: string
  bucket: string
  accessKey: string
  secretKey: string
  region: string
}

const requestMsMax = 60 * second
const connectMsMax = 5 * second
const statusOf = (fault: unknown): number | undefined =>
  fault instanceof S3ServiceException ? fault.$metadata.httpStatusCode : undefined
const alreadyThere = 412
/** Written by the first check and read by every later one, to prove that both work. */
const probeKey = 'voltline-probe'

/** Files in a bucket of any S3-compatible store. Browsers never talk to it; every byte passes this program. */
export function s3Store(settings: S3Settings): FileStore {
  const client = new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    credentials: { accessKeyId: settings.accessKey, secretAccessKey: settings.secretKey },
    // Buckets as host names need DNS entries, which self-hosted stores seldom have.
    forcePathStyle: true,
    // Not every compatible store understands the newer checksum headers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { requestTimeout: requestMsMax, connectionTimeout: connectMsMax },
    maxAttempts: 3,
  })
  const at = (name: string) => {
    assert(isStoredName(name), 'a stored name is one of ours')
    return { Bucket: settings.bucket, Key: name }
  }

  async function isThere(name: string): Promise<boolean> {
    try {
      await client.send(new HeadObjectCommand(at(name)))
      return true
    } catch (fault) {
      if (statusOf(fault) === 404) return false
      throw fault
    }
  }

  return {
    async put(name, fromPath) {
      // Stores that do not know IfNoneMatch ignore it, so check for the name first.
      if (await isThere(name)) throw new NameTaken(name)
      const { size } = await stat(fromPath)
      try {
        await client.send(
          new PutObjectCommand({
            ...at(name),
            Body: createReadStream(fromPath),
            ContentLength: size,
            IfNoneMatch: '*',
          }),
        )
      } catch (fault) {
        throw statusOf(fault) === alreadyThere ? new NameTaken(name) : fault
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
        throw fault
      }
    },
    list: (folder) => listNames(client, settings.bucket, folder),
    async remove(name) {
      await client.send(new DeleteObjectCommand(at(name)))
    },
    check: () => probe(client, settings.bucket),
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
