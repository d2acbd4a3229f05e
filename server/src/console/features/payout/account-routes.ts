import { type Input, limits, modifyAccount, type PayoutFolder, payoutSignedUrl } from '@voltline/contract'
import { type CustomerId, type Instant, ok, refuse } from '@voltline/kernel'
import { hasConfirmedPassword } from '../../../domain/account/session/session.ts'
import { audit } from '../../../domain/audit/audit.ts'
import { queueLetter } from '../../../domain/letters/queue-letter.ts'
import { findAccount, lockPublisher, type PayoutAccount, saveAccount } from '../../../domain/payout/store.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { isFileType, isImageType } from '../../../platform/files/file.ts'
import { findUploaded, issueUpload } from '../../../platform/files/uploads.ts'
import type { FeatureServices } from '../../feature.ts'

/** What the audit log keeps of an account. */
const audited = ({ name, bank, number }: PayoutAccount) => ({ name, bank, number })

/** Newly named files must have been uploaded by the caller to the folder of their kind. */
async function ownsDocuments(
  tx: Tx,
  owner: CustomerId,
  named: readonly { name: string; folder: PayoutFolder }[],
): Promise<boolean> {
  const documents = named.filter(({ name }) => name !== '')
  const uploaded = await findUploaded(
    tx,
    owner,
    documents.map(({ name }) => name),
  )
  return documents.every(({ name, folder }) =>
    uploaded.some((file) => file.name === name && file.folder === folder),
  )
}

/** The account after the change. Empty file names keep the stored files; undefined if there are none. */
function changed(
  input: Input<typeof modifyAccount>,
  stored: PayoutAccount | undefined,
  now: Instant,
): (PayoutAccount & { moved: boolean }) | undefined {
  const bankBook = input.bankBook || stored?.bankBook
  const certificate = input.certificate || stored?.certificate
  if (!bankBook || !certificate) return undefined
  const moved = stored?.bank !== input.bank || stored.number !== input.number
  const { name, bank, number, countryCode, mobileNumber } = input
  const changedAt = stored && !moved ? stored.changedAt : now
  return { name, bank, number, countryCode, mobileNumber, bankBook, certificate, changedAt, moved }
}

export function registerPayoutAccount({ handle, db, clock, secrets, settings }: FeatureServices): void {
  handle(payoutSignedUrl, async ({ input, session }) => {
    const types = input.uploadFiles.map((file) => file.type).filter(isFileType)
    const images = types.filter(isImageType)
    if (images.length !== input.uploadFiles.length) return refuse('UNKNOWN', 'uploadFiles: image files only')
    const services = { now: clock.now(), secrets, publicUrl: settings.publicUrl }
    const urls = await db.transaction(async (tx) => {
      const issued = []
      for (const [index, contentType] of images.entries()) {
        const upload = {
          customerId: session.customerId,
          folder: input.folder,
          contentType,
          bytesMax: limits.documentBytesMax,
          isPrivate: true,
          originalName: input.uploadFiles[index]?.name ?? '',
        }
        issued.push(await issueUpload(tx, upload, services))
      }
      return issued
    })
    return ok({ urls: urls.map(({ name, uploadURL }) => ({ filename: name, uploadURL })) })
  })

  handle(modifyAccount, async ({ input, session }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const owner = session.customerId
      const { email } = await lockPublisher(tx, owner)
      const stored = await findAccount(tx, owner)
      const account = changed(input, stored, now)
      if (!account) return refuse('UNKNOWN', 'bankBook, certificate: required for a new account')
      const named = [
        { name: input.bankBook, folder: 'bankbook' as const },
        { name: input.certificate, folder: 'certificate' as const },
      ]
      if (!(await ownsDocuments(tx, owner, named))) return refuse('NO_PERMISSION')
      // The first submission is not a change.
      if (stored && !hasConfirmedPassword(session, now)) return refuse('INVALID_PW')
      await saveAccount(tx, owner, { ...account, now })
      const row = {
        actor: session,
        action: modifyAccount.path,
        entity: 'payout-account',
        entityId: owner,
        at: now,
      }
      await audit(tx, { ...row, was: stored && audited(stored), became: audited(account) })
      if (stored && account.moved) {
        const { bank, number } = account
        const values = { bank, number, at: now, zone: session.zone, publicUrl: settings.publicUrl }
        await queueLetter(tx, secrets, { to: email, template: 'payoutAccountChanged', values }, now)
      }
      return ok({})
    }),
  )
}
