import { adMyPage } from '@voltline/contract'
import { useContractQuery } from '../../api/query.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../../ui/controls/button.tsx'
import { showAlert } from '../../ui/dialogs/dialogs.tsx'
import { Card } from '../../ui/page/card.tsx'
import shared from '../../ui/theme/shared.module.css'
import classes from './account.module.css'
import { MyPage } from './my-page.tsx'

export function AdvertiserMyPage() {
  const { t, money } = useI18n()
  const { data } = useContractQuery(adMyPage, {})
  if (!data) return null
  const notReady = () => void showAlert(t('ui.notReady'))
  return (
    <MyPage customer={data.customer}>
      <Card label={t('account.myPage.assets')}>
        <h2>{t('account.myPage.assets')}</h2>
        <div className={classes.myRow}>
          <span className={classes.myLabel}>{t('account.myPage.cash')}</span>
          <span className={shared.figure}>{money(data.customer.Cash)}</span>
          <span className={shared.row}>
            <Button onClick={notReady}>{t('account.myPage.payment')}</Button>
            <Button onClick={notReady}>{t('account.myPage.paymentHistory')}</Button>
          </span>
        </div>
      </Card>
    </MyPage>
  )
}
