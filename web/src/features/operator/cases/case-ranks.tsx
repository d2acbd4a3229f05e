import { adminListDevices, blockDevice } from '@voltline/contract'
import { useContractMutation } from '../../../api/mutation.ts'
import { useI18n } from '../../../i18n/i18n.ts'
import { showToast } from '../../../ui/dialogs/toast.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { type Column, DataTable } from '../../../ui/table/table.tsx'
import { inWholeWon } from '../../../ui/table/whole-won.ts'
import shared from '../../../ui/theme/shared.module.css'
import operatorClasses from '../operator.module.css'
import { askReason, WriteButton } from '../writing.tsx'
import type { OpenedCase } from './case-detail.tsx'
import classes from './cases.module.css'

/** Ranks, not addresses: those are stored as keyed hashes only. */
export function Addresses({ one }: { one: OpenedCase }) {
  const { t, number, percent } = useI18n()
  const most = Math.max(0.000_001, ...one.Addresses.map(({ Share }) => Share))
  return (
    <Card label={t('quality.cases.addresses')}>
      <h2 className={classes.cardTitle}>{t('quality.cases.addresses')}</h2>
      {one.Addresses.map(({ Rank, Events, Share }) => (
        <div key={Rank} className={operatorClasses.barLine}>
          <span>
            {t('quality.cases.addressRank', { rank: Rank })}
            <span className={operatorClasses.second}>
              {number(Events)} {t('quality.cases.addressEvents')}
            </span>
          </span>
          <span className={operatorClasses.bar} aria-hidden="true">
            <i style={{ width: `${(Share / most) * 100}%` }} />
          </span>
          <span className={operatorClasses.barFigure}>{percent(Share, { decimals: 1 })}%</span>
        </div>
      ))}
      <p className={shared.hint}>{t('quality.cases.addressesHint')}</p>
    </Card>
  )
}

function BlockButton({ device }: { device: string }) {
  const { t } = useI18n()
  const block = useContractMutation(blockDevice, { refreshes: [adminListDevices] })
  async function handleClick() {
    const reason = await askReason({
      title: t('quality.cases.blockQuestion', { device }),
      effect: t('quality.cases.blockEffect'),
      verb: t('quality.cases.block'),
      danger: true,
    })
    if (reason !== null && (await block.send({ deviceID: device, reason })))
      showToast(t('quality.cases.blocked'))
  }
  return (
    <WriteButton
      size="sm"
      aria-label={`${t('quality.cases.block')}: ${device}`}
      pending={block.isPending}
      onClick={() => void handleClick()}
    >
      {t('quality.cases.block')}
    </WriteButton>
  )
}

type Device = OpenedCase['Devices'][number]

export function Devices({ one }: { one: OpenedCase }) {
  const { t, number } = useI18n()
  const columns: readonly Column<Device>[] = [
    { key: 'rank', head: t('quality.cases.rank'), card: 'none', cell: (device) => device.Rank },
    {
      key: 'device',
      head: t('quality.cases.device'),
      name: true,
      cell: (device) => <span className={`${shared.mono} ${operatorClasses.break}`}>{device.DeviceID}</span>,
    },
    {
      key: 'charges',
      head: t('quality.cases.charges'),
      align: 'right',
      cell: (device) => number(device.Charges),
    },
    {
      key: 'amount',
      head: t('quality.cases.deviceAmount'),
      align: 'right',
      cell: (device) => number(device.Amount),
    },
    {
      key: 'act',
      head: t('operator.act'),
      align: 'right',
      card: 'act',
      cell: (device) => <BlockButton device={device.DeviceID} />,
    },
  ]
  return (
    <Card pad="none" label={t('quality.cases.devices')}>
      <h2 className={operatorClasses.tableTitle}>{t('quality.cases.devices')}</h2>
      <DataTable
        label={t('quality.cases.devices')}
        columns={columns}
        rows={inWholeWon(one.Devices, 'Amount')}
        rowKey={(device) => device.DeviceID}
        empty={
          <p className={`${shared.quiet} ${operatorClasses.tableTitle}`}>{t('quality.cases.noFigures')}</p>
        }
      />
    </Card>
  )
}
