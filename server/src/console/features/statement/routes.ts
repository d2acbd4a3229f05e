import { statementFile } from '@voltline/contract'
import { assert, type Month, ok, refuse } from '@voltline/kernel'
import type { FastifyInstance } from 'fastify'
import { findCustomer } from '../../../domain/account/directory.ts'
import { findProof } from '../../../domain/proof/month-proof.ts'
import { makeStatement, readStatement } from '../../../domain/proof/statement/make-statement.ts'
import { Receipts } from '../../../domain/tokens/receipts.ts'
import type { ConsoleServices, FeatureServices } from '../../feature.ts'
import { Download } from '../../http/download.ts'
import { sendReply } from '../../http/send-reply.ts'

/** A customer's closed month, with everything that is needed to check it. */
export function registerStatement({ handle, db, clock, secrets, settings }: FeatureServices): void {
  const receipts = new Receipts(secrets)
  handle(statementFile, async ({ input, session: { customerId, type } }) => {
    const month = input.month as Month
    const read = await db.snapshot(async (session) => {
      const customer = await findCustomer(session, customerId)
      assert(customer, 'a session has a customer')
      const data = await readStatement(session, { id: customerId, side: type }, month)
      return data && { data, customer }
    })
    if (!read) return refuse('INVALID_PERIOD', 'month: not closed yet')
    const { company, email } = read.customer
    const { publicUrl } = settings
    const owner = { id: customerId, side: type, company, email }
    const zip = await makeStatement(read.data, owner, { receipts, publicUrl, now: clock.now() })
    return ok(new Download(`voltline-${month}.zip`, 'application/zip', zip))
  })
}

const proofFile = /^(20\d\d-(?:0[1-9]|1[0-2]))\.json$/

/** The signed roots of closed months, for everyone. */
export function registerProofs(app: FastifyInstance, { db }: Pick<ConsoleServices, 'db'>): void {
  app.get<{ Params: { file: string } }>('/proofs/:file', async (request, reply) => {
    const month = proofFile.exec(request.params.file)?.[1]
    const found = month && (await db.read((session) => findProof(session, month as Month)))
    if (!found) return sendReply(reply, { httpStatus: 404, error: 'API_NOTFOUND' })
    const { lastTransfer: _, ...proof } = found
    return reply.header('cache-control', 'public, max-age=300').send(proof)
  })
}
