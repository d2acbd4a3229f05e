import {
  defaultMobileCountry,
  getAccount,
  limits,
  modifyAccount,
  type PayoutFolder,
  payoutSignedUrl,
  pubMyPage,
  type Received,
} from '@voltline/contract'
import { useState } from 'react'
import { useContractMutation } from '../../api/mutation.ts'
import { usePrivateFile } from '../../api/private-file.ts'
import { useContractQuery } from '../../api/query.ts'
import { putFile } from '../../api/upload.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../../ui/controls/button.tsx'
import { confirmPassword } from '../../ui/dialogs/confirm-password.tsx'
import { askConfirm, showAlert } from '../../ui/dialogs/dialogs.tsx'
import { showToast } from '../../ui/dialogs/toast.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useContractForm } from '../../ui/fields/use-contract-form.tsx'
import { Card } from '../../ui/page/card.tsx'
import { CountryCodeField } from '../../ui/places/pickers.tsx'
import shared from '../../ui/theme/shared.module.css'
import { Upload, type Uploads, useUploads } from '../../ui/upload/upload.tsx'
import classes from './documents.module.css'
import { PayoutFrame } from './payout-frame.tsx'

type Account = NonNullable<Received<typeof getAccount>['account']>

const types = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const

/** A document: its image is uploaded when it is chosen, and its file name is sent when the account is saved. */
function useDocument(folder: PayoutFolder): Uploads {
  const { t } = useI18n()
  const sign = useContractMutation(payoutSignedUrl, { loader: false })
  const uploads = useUploads({
    types,
    bytesMax: limits.documentBytesMax,
    filesMax: 1,
    async send(file, onProgress) {
      const signed = await sign.send({ folder, uploadFiles: [file] })
      const link = signed?.urls[0]
      return link && (await putFile(link.uploadURL, file, onProgress)) ? link.filename : null
    },
  })
  return {
    ...uploads,
    add(files) {
      if (files.some((file) => file.size > limits.documentBytesMax)) {
        void showAlert(t('ui.upload.fileSize', { size: limits.documentMegabytesMax }))
      }
      uploads.add(files)
    },
  }
}

function Document(props: { label: string; stored: string; uploads: Uploads; error: string | undefined }) {
  const { t } = useI18n()
  const picture = usePrivateFile(props.stored)
  return (
    <div>
      <Upload
        label={props.label}
        uploads={props.uploads}
        types={types}
        required={props.stored === ''}
        hint={t('payout.documents.fileHint')}
        error={props.error}
      />
      {props.stored && props.uploads.items.length === 0 ? (
        <figure className={classes.stored}>
          {picture ? (
            <img src={picture} alt={t('payout.documents.storedPicture', { name: props.label })} />
          ) : null}
          <figcaption className={shared.hint}>{t('payout.documents.stored')}</figcaption>
        </figure>
      ) : null}
    </div>
  )
}

function useAccountForm(account: Account | null) {
  return useContractForm((forms) => forms.payoutAccountForm, {
    name: account?.Name ?? '',
    bank: account?.Bank ?? '',
    number: account?.Number ?? '',
    countryCode: account?.CountryCode ?? (defaultMobileCountry as string),
    mobileNumber: account?.MobileNumber ?? '',
  })
}

function AccountFields({ form }: { form: ReturnType<typeof useAccountForm> }) {
  const { t } = useI18n()
  return (
    <>
      <div className={shared.formGrid}>
        <TextField label={t('payout.documents.name')} required {...form.getInputProps('name')} />
        <TextField label={t('payout.documents.bank')} required {...form.getInputProps('bank')} />
      </div>
      <TextField
        label={t('payout.documents.number')}
        required
        inputMode="numeric"
        {...form.getInputProps('number')}
      />
      <div className={shared.formGrid}>
        <CountryCodeField
          label={t('payout.documents.countryCode')}
          required
          {...form.getInputProps('countryCode')}
        />
        <TextField
          label={t('payout.documents.mobile')}
          required
          inputMode="tel"
          {...form.getInputProps('mobileNumber')}
        />
      </div>
    </>
  )
}

function AccountForm({ account }: { account: Account | null }) {
  const { t } = useI18n()
  const form = useAccountForm(account)
  const bankBook = useDocument('bankbook')
  const certificate = useDocument('certificate')
  const [tried, setTried] = useState(false)
  const save = useContractMutation(modifyAccount, { refreshes: [getAccount, pubMyPage] })
  const lacks = (uploads: Uploads, stored: string | undefined) => !stored && uploads.stored.length === 0
  const missing = {
    bankBook: lacks(bankBook, account?.BankBook),
    certificate: lacks(certificate, account?.Certificate),
  }
  const errorOf = (lacking: boolean) => (tried && lacking ? t('payout.documents.needed') : undefined)
  async function handleSubmit(values: ReturnType<typeof form.getValues>) {
    setTried(true)
    if (missing.bankBook || missing.certificate) return
    const sure = await askConfirm({
      title: t('payout.documents.question'),
      effect: t('payout.documents.effect', values),
      verb: t('payout.documents.save'),
    })
    if (!sure) return
    if (account && !(await confirmPassword(t('payout.documents.passwordWhy')))) return
    const files = { bankBook: bankBook.stored[0] ?? '', certificate: certificate.stored[0] ?? '' }
    if (await save.send({ ...values, ...files })) showToast(t('payout.documents.saved'))
  }
  return (
    <Card pad="form">
      <form className={shared.form} noValidate onSubmit={form.submit(handleSubmit)}>
        <AccountFields form={form} />
        <div className={classes.files}>
          <Document
            label={t('payout.documents.bankBook')}
            stored={account?.BankBook ?? ''}
            uploads={bankBook}
            error={errorOf(missing.bankBook)}
          />
          <Document
            label={t('payout.documents.certificate')}
            stored={account?.Certificate ?? ''}
            uploads={certificate}
            error={errorOf(missing.certificate)}
          />
        </div>
        <Button
          kind="primary"
          size="lg"
          type="submit"
          pending={save.isPending}
          disabledBecause={
            bankBook.sending || certificate.sending ? t('payout.documents.sending') : undefined
          }
          onClick={() => setTried(true)}
        >
          {t('payout.documents.save')}
        </Button>
      </form>
    </Card>
  )
}

export function Documents() {
  const { t } = useI18n()
  const { data } = useContractQuery(getAccount, {})
  const account = data?.account
  return (
    <PayoutFrame heading={t('payout.tab.documents')} lead={t('payout.documents.facts')}>
      {data ? (
        <AccountForm key={`${account?.BankBook}/${account?.Certificate}`} account={account ?? null} />
      ) : null}
    </PayoutFrame>
  )
}
