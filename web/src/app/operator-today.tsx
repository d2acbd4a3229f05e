import { adminMe } from '@voltline/contract'
import { useQueryCall } from '../api/hooks.ts'
import { useI18n } from '../i18n/i18n.ts'
import { PageHead } from '../ui/page.tsx'

/** The first page behind an operator's sign-in. */
export function OperatorToday() {
  const { t } = useI18n()
  const { data } = useQueryCall(adminMe, {}, { loads: 'part' })
  const facts = data
    ? t('shell.operatorFrame.signedInAs', { email: data.operator.Email, group: data.operator.Group })
    : ''
  return <PageHead title={t('shell.operatorFrame.title')} facts={facts} />
}
