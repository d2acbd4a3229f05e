import { adminListMessages, closeMessage, operatorQueues } from '@voltline/contract'
import { expect, test } from 'vitest'
import { useTestServer } from '../../../../../testing/test-server.ts'
import type { ContactMessageRow } from '../../../../platform/database/rows.ts'
import { at, sql } from '../../../../platform/database/sql.ts'

const server = useTestServer()

const receive = (name: string): Promise<number> =>
  server.db.transaction((session) =>
    session.one(
      (row) => row.message_id,
      sql<
        Pick<ContactMessageRow, 'message_id'>
      >`insert into contact_message (name, email, company, mobile, message, received_at)
          values (${name}, 'a@b.kr', 'Orchard', '01012345678', ${'Line one\nline two'}, ${at(server.now)})
          returning message_id`,
    ),
  )

test('open messages are listed oldest first, are closed once, and the queue’s count follows', async () => {
  const admin = await server.operator()
  const reader = await server.operator('USERS')
  const [first, second] = [await receive('Dain'), await receive('Jun')]
  const names = async (state: 'OPEN' | 'CLOSED') =>
    (await reader.ok(adminListMessages, { state })).messages.map((message) => message.Name)
  expect(await names('OPEN')).toEqual(['Dain', 'Jun'])
  expect((await reader.ok(operatorQueues, {})).queues.Messages).toBe(2)
  expect(await reader.call(closeMessage, { messageID: first })).toMatchObject({ status: 403 })
  await admin.ok(closeMessage, { messageID: first })
  expect(await names('OPEN')).toEqual(['Jun'])
  const closed = await reader.ok(adminListMessages, { state: 'CLOSED' })
  expect(closed).toMatchObject({
    rowCount: 1,
    messages: [{ MessageID: first, ClosedBy: admin.email, Message: 'Line one\nline two' }],
  })
  expect(await admin.call(closeMessage, { messageID: first })).toMatchObject({ error: 'UNKNOWN' })
  expect(await admin.call(closeMessage, { messageID: second + 99 })).toMatchObject({ error: 'NO_PERMISSION' })
  await admin.ok(closeMessage, { messageID: second })
  expect(await names('CLOSED')).toEqual(['Jun', 'Dain'])
  expect((await reader.ok(operatorQueues, {})).queues.Messages).toBe(0)
})
