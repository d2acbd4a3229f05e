import type { CustomerId } from '@voltline/kernel'
import type { ReadSession } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { isFileName } from '../../../platform/files/file.ts'

/**
 * The material that goes with a video: its own name and, once it is encoded, the still that was made of it.
 * Undefined when it is not the customer's own uploaded or encoded video.
 */
export async function materialOf(
  session: ReadSession,
  owner: CustomerId,
  name: string,
): Promise<string[] | undefined> {
  if (!isFileName(name)) return undefined
  return session.maybeOne(
    (row) => (row.poster_name === null ? [name] : [name, row.poster_name as string]),
    sql`
    select v.poster_name
      from file f left join video_job v on v.file_id = coalesce(f.made_from, f.file_id)
     where f.name = ${name} and f.customer_id = ${owner} and f.state = 'STORED'
       and f.folder in ('video', 'encoded')`,
  )
}
