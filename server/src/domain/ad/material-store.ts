import type { CustomerId } from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import { isFileName, type StoredFile } from '../../platform/files/file.ts'
import { findUploaded } from '../../platform/files/uploads.ts'

/** The customer's own uploaded video; another's, a missing and an unfinished one all look the same. */
export async function findOwnVideo(
  session: ReadSession,
  owner: CustomerId,
  name: string,
): Promise<StoredFile | undefined> {
  if (!isFileName(name)) return undefined
  const [file] = await findUploaded(session, owner, [name])
  return file?.folder === 'video' ? file : undefined
}
