import { limits, modifyAccount, payoutSignedUrl } from '@voltline/contract'
import { ok, refuse } from '@voltline/kernel'
import { audit } from '../../../platform/audit.ts'
import { findUploaded, issueUpload } from '../../../platform/files/uploads.ts'
import { queueMail } from '../../../platform/mail/mail.ts'
import type { FeatureParts } from '../../feature.ts'
import { findAccount, lockPublisher, saveAccount } from './store.ts'

export function registerPayoutAccount({ handle, db, clock, secrets, settings }: FeatureParts): void {
  handle(payoutSignedUrl, async ({ input, session }) => {
    const now = clock.now()
    if (input.uploadFiles.some((file) => !file.type.startsWith('image/'))) {
      return refuse('UNKNOWN', 'uploadFiles: image files only')
    }
    const urls = await db.transaction((tx) =>
      Promise.all(
        input.uploadFiles.map((file) =>
          issueUpload(
            tx,
            {
              customerId: session.customerId,
              folder: input.folder,
              contentType: file.type,
              bytesMax: limits.documentBytesMax,
              isPrivate: true,
              originalName: file.name,
            },
            { now, secrets, publicUrl: settings.publicUrl },
          ),
        ),
      ),
    )
    return ok({ urls: urls.map(({ name, uploadURL }) => ({ filename: name, uploadURL })) })
  })

  handle(modifyAccount, async ({ input, session }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const owner = session.customerId
      const { email } = await lockPublisher(tx, owner)
      const stored = await findAccount(tx, owner)
      const bankBook = input.bankBook || stored?.bankBook
      const certificate = input.certificate || stored?.certificate
      if (!bankBook || !certificate)
        return refuse('UNKNOWN', 'bankBook and certificate are both needed at first')
      const fresh = [
        input.bankBook && { name: bankBook, folder: 'bankbook' },
        input.certificate && { name: certificate, folder: 'certificate' },
      ].filter((one) => one !== '')
      const uploaded = await findUploaded(
        tx,
        owner,
        fresh.map((one) => one.name),
      )
      const isOwn = (one: { name: string; folder: string }) =>
        uploaded.some((file) => file.name === one.name && file.folder === one.folder)
      if (!fresh.every(isOwn)) return refuse('NO_PERMISSION')
      const moved = stored?.bank !== input.bank || stored.number !== input.number
      const account = {
        name: input.name,
        bank: input.bank,
        number: input.number,
        countryCode: input.countryCode,
        mobileNumber: input.mobileNumber,
        bankBook,
        certificate,
        changedAt: moved || !stored ? now : stored.changedAt,
      }
      await saveAccount(tx, owner, { ...account, now })
      const facts = (one: { name: string; bank: string; number: string }) => ({
        name: one.name,
        bank: one.bank,
        number: one.number,
      })
      const row = {
        actor: session,
        action: modifyAccount.path,
        entity: 'payout-account',
        entityId: owner,
        at: now,
      }
      await audit(tx, { ...row, was: stored && facts(stored), became: facts(account) })
      if (stored && moved) {
        const values = {
          bank: input.bank,
          number: input.number,
          at: now,
          zone: session.zone,
          publicUrl: settings.publicUrl,
        }
        await queueMail(tx, { to: email, template: 'payoutAccountChanged', values }, now)
      }
      return ok({})
    }),
  )
}
