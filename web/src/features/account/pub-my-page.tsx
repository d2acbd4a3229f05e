import { pubMyPage } from '@voltline/contract'
import { useContractQuery } from '../../api/query.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Chip } from '../../ui/page/chip.tsx'
import shared from '../../ui/theme/shared.module.css'
import classes from './account.module.css'
import { MyPage } from './my-page.tsx'

export function PublisherMyPage() {
  const { t, money } = useI18n()
  const { data } = useContractQuery(pubMyPage, {})
  if (!data) return null
  const submitted = data.custID !== 0
  return (
    <MyPage customer={data.customer}>
      <Card label={t('account.myPage.payout')}>
        <h2>{t('account.myPage.payout')}</h2>
        <div className={classes.myRow}>
          <span className={classes.myLabel}>{t('account.myPage.revenue')}</span>
          <span>
            <span className={shared.figure}>{money(data.revenue)}</span>
            <br />
            <span className={shared.hint}>{t('account.myPage.revenueHint')}</span>
          </span>
        </div>
        <div className={classes.myRow}>
          <span className={classes.myLabel}>{t('account.myPage.documents')}</span>
          <span className={classes.myValue}>
            <Chip tone={submitted ? 'ok' : 'warn'}>
              {t(submitted ? 'account.myPage.submitted' : 'account.myPage.notSubmitted')}
            </Chip>
          </span>
        </div>
        <nav className={classes.myLinks} aria-label={t('account.myPage.payout')}>
          <ButtonLink kind="primary" to="/pub-my-page-request">
            {t('account.myPage.apply')}
          </ButtonLink>
          <ButtonLink to="/pub-my-page-revenue-details">{t('account.myPage.revenueHistory')}</ButtonLink>
          <ButtonLink to="/pub-my-page-doc">{t('account.myPage.submitDocuments')}</ButtonLink>
          <ButtonLink to="/pub-my-page-request-list">{t('account.myPage.applications')}</ButtonLink>
        </nav>
      </Card>
    </MyPage>
  )
}
