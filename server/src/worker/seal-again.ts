import { sealPostbackSecrets } from '../domain/ad/postback-secret.ts'
import { sealApiKeys } from '../domain/app/review.ts'
import { sealCallbackSecrets } from '../domain/callback/setup-store.ts'
import { sealPostbackTokens } from '../domain/postback/token-store.ts'
import { sealAddressKeys } from '../domain/quality/addresses/key-store.ts'
import { sealDeviceKeys } from '../domain/wallet/store.ts'
import type { Database } from '../platform/database/database.ts'
import { sealMails } from '../platform/mail/mail.ts'
import type { Secrets } from '../platform/secrets.ts'

/** Seals with the current key what former keys sealed, so that these can leave the settings. Idempotent. */
export async function sealAgain({ db, secrets }: { db: Database; secrets: Secrets }): Promise<void> {
  for (const seal of [
    sealMails,
    sealPostbackSecrets,
    sealApiKeys,
    sealAddressKeys,
    sealCallbackSecrets,
    sealPostbackTokens,
    sealDeviceKeys,
  ]) {
    while ((await db.transaction((tx) => seal(tx, secrets))) > 0);
  }
}
