import { IconShieldSearch } from '@tabler/icons-react'
import { adminGetCase, type Received } from '@voltline/contract'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { useContractQuery } from '../../../api/query.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { useSignalTexts } from '../../../i18n/rule-texts.ts'
import { Overlay } from '../../../ui/drawer/overlay.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { Chip } from '../../../ui/page/chip.tsx'
import { Comparisons } from '../../../ui/page/comparison.tsx'
import { Empty, NotLoaded } from '../../../ui/page/empty.tsx'
import { Tiles } from '../../../ui/page/tiles.tsx'
import { HoursChart, InstallTimesChart } from './case-charts.tsx'
import { CaseChip } from './case-list.tsx'
import { Addresses, Devices } from './case-ranks.tsx'
import { Appeal, Decision, Log } from './case-side.tsx'
import classes from './cases.module.css'

export type OpenedCase = NonNullable<Received<typeof adminGetCase>['case']>

const heldAs = { OPEN: 'held', CONFIRMED: 'takenBack', RELEASED: 'freed' } as const

function CaseTiles({ one }: { one: OpenedCase }) {
  const { t, number, dateTime } = useI18n()
  return (
    <Tiles
      label={t('quality.cases.label', { id: one.CaseID })}
      tiles={[
        {
          key: 'amount',
          label: t(`quality.cases.${heldAs[one.Status]}`),
          figure: number(one.Amount),
          unit: t('ui.krw'),
        },
        { key: 'events', label: t('quality.cases.events'), figure: number(one.Events) },
        {
          key: 'period',
          label: t('quality.cases.period'),
          figure: <span className={classes.period}>{dateTime(one.From)}</span>,
          hint: `– ${dateTime(one.To)}`,
        },
      ]}
    />
  )
}

function SignalsCard({ one }: { one: OpenedCase }) {
  const { t, number } = useI18n()
  const { name, explain, labels, percent } = useSignalTexts()
  return (
    <Card label={t('quality.cases.signals')}>
      <h2 className={classes.cardTitle}>{t('quality.cases.signals')}</h2>
      {one.Signals.length === 0 ? (
        <p>{t('traffic.byHand')}</p>
      ) : (
        <Comparisons
          labels={labels}
          percent={percent}
          items={one.Signals.toSorted((a, b) => b.Z - a.Z).map((signal) => ({
            key: signal.Signal,
            name: name(signal.Signal),
            text: explain(signal),
            value: signal.Value,
            norm: signal.Norm,
            note: (
              <span title={t('quality.cases.strengthHint')}>
                <Chip tone="warn">
                  {t('quality.cases.strength', { z: number(signal.Z, { decimals: 1 }) })}
                </Chip>
              </span>
            ),
          }))}
        />
      )}
    </Card>
  )
}

function CasePage({ one }: { one: OpenedCase }) {
  const { t } = useI18n()
  return (
    <div className={classes.page}>
      <div className={classes.main}>
        <CaseTiles one={one} />
        <SignalsCard one={one} />
        <HoursChart one={one} />
        {one.InstallTimes.length > 0 ? <InstallTimesChart one={one} /> : null}
        {one.Addresses.length > 0 ? <Addresses one={one} /> : null}
        <Devices one={one} />
      </div>
      <div className={classes.side}>
        {one.Status === 'OPEN' ? <Decision one={one} /> : null}
        <Appeal one={one} />
        <Log one={one} />
        <Card>
          <p>
            <Link to={`/admin/invalid?mediumID=${one.MedID}`}>{t('quality.cases.invalid')}</Link>
          </p>
          <p>
            <Link to={`/admin/customers/${one.CustID}`}>{one.Company}</Link>
          </p>
        </Card>
      </div>
    </div>
  )
}

/** One case with everything that a decision needs. */
export function CaseDetail() {
  const { t } = useI18n()
  const navigate = useNavigate()
  const { search } = useLocation()
  const { id = '' } = useParams()
  const { data, isError, refetch } = useContractQuery(adminGetCase, { caseID: id }, { loads: 'part' })
  const one = data?.case
  return (
    <Overlay
      size="full"
      title={one?.MedName ?? t('quality.cases.label', { id })}
      facts={one ? `${one.AppName} · ${one.Company} · ${t('quality.cases.label', { id })}` : ''}
      actions={one ? <CaseChip status={one.Status} /> : null}
      onClose={() => void navigate(`/admin/cases${search}`)}
    >
      {isError ? <NotLoaded onRetry={refetch} /> : null}
      {data && !one ? (
        <Empty icon={<IconShieldSearch size={20} stroke={1.75} />} title={t('quality.cases.missing')} />
      ) : null}
      {one ? <CasePage one={one} /> : null}
    </Overlay>
  )
}
