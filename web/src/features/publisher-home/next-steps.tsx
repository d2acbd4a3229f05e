import { Skeleton } from '@mantine/core'
import { IconChevronRight, IconCircleCheck } from '@tabler/icons-react'
import { apiKeyStatus, getAccount, listAllApps, type publisherHome, type Received } from '@voltline/contract'
import { Link } from 'react-router'
import { useContractQuery } from '../../api/query.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Card } from '../../ui/page/card.tsx'
import { Chip } from '../../ui/page/chip.tsx'
import shared from '../../ui/theme/shared.module.css'
import classes from './next-steps.module.css'

interface Step {
  to: string
  title: string
  text: string
}

type Home = Received<typeof publisherHome>
type App = Received<typeof listAllApps>['apps'][number]

/** Per kind of step, so that many apps do not hide the other steps. */
const appsMax = 3

function useSteps(home: Home, apps: readonly App[], hasDocuments: boolean): Step[] {
  const { t, number } = useI18n()
  if (apps.length === 0) {
    return [
      {
        to: '/pub-app-create',
        title: t('publisher.home.nextNoApp'),
        text: t('publisher.home.nextNoAppText'),
      },
    ]
  }
  const steps: Step[] = []
  for (const app of apps.filter(({ Reason }) => Reason !== '').slice(0, appsMax)) {
    steps.push({
      to: `/pub-app/${app.AppID}`,
      title: t('publisher.home.nextRejected', { name: app.Name }),
      text: app.Reason,
    })
  }
  for (const app of apps.filter(({ Approval, Reason }) => !Approval && Reason === '').slice(0, appsMax)) {
    steps.push({
      to: `/pub-app/${app.AppID}`,
      title: t('publisher.home.nextReview', { name: app.Name }),
      text: t('publisher.home.nextReviewText'),
    })
  }
  for (const app of apps
    .filter(({ ApiKeyStatus }) => ApiKeyStatus === apiKeyStatus.notRequested)
    .slice(0, appsMax)) {
    steps.push({
      to: `/pub-app/${app.AppID}`,
      title: t('publisher.home.nextNoKey', { name: app.Name }),
      text: t('publisher.home.nextNoKeyText'),
    })
  }
  if (home.med.meds === 0) {
    steps.push({
      to: '/pub-inventory-create',
      title: t('publisher.home.nextNoUnit'),
      text: t('publisher.home.nextNoUnitText'),
    })
  }
  if (home.med.closed > 0) {
    const count = home.med.closed
    const title = t('publisher.home.nextClosed', { count, units: number(count) })
    steps.push({ to: '/pub-inventory', title, text: t('publisher.home.nextClosedText', { count }) })
  }
  if (!hasDocuments) {
    steps.push({
      to: '/pub-my-page-doc',
      title: t('publisher.home.nextDocuments'),
      text: t('publisher.home.nextDocumentsText'),
    })
  }
  return steps
}

/** What a publisher still has to do to earn revenue, in order. */
export function NextSteps({ home }: { home: Home }) {
  const { t, number } = useI18n()
  const apps = useContractQuery(listAllApps, {}, { loads: 'part' }).data?.apps
  const account = useContractQuery(getAccount, {}, { loads: 'part' }).data
  const steps = useSteps(home, apps ?? [], account?.account != null)
  if (!apps || !account) {
    return (
      <Card label={t('publisher.home.next')}>
        <h2>{t('publisher.home.next')}</h2>
        <Skeleton height={14} radius={7} />
        <Skeleton height={14} radius={7} />
      </Card>
    )
  }
  return (
    <Card label={t('publisher.home.next')}>
      <div className={classes.head}>
        <h2>{t('publisher.home.next')}</h2>
        {steps.length > 0 ? <Chip>{number(steps.length)}</Chip> : null}
      </div>
      {steps.length === 0 ? (
        <p className={`${shared.row} ${shared.quiet}`}>
          <IconCircleCheck size={20} stroke={1.75} aria-hidden="true" />
          {t('publisher.home.nothingNext')}
        </p>
      ) : (
        <ul className={classes.steps}>
          {steps.map((step) => (
            <li key={step.title}>
              <Link to={step.to}>
                <span>
                  <b>{step.title}</b>
                  <span className={shared.quiet}>{step.text}</span>
                </span>
                <IconChevronRight size={18} stroke={1.75} aria-hidden="true" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
