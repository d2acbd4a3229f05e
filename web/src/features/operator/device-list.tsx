import { IconDeviceMobileOff, IconLock, IconSearch } from '@tabler/icons-react'
import { adminListDevices, blockDevice, type Received, unblockDevice } from '@voltline/contract'
import { useState } from 'react'
import { useContractMutation } from '../../api/mutation.ts'
import { useContractQuery } from '../../api/query.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { askConfirm } from '../../ui/dialogs/dialogs.tsx'
import { showToast } from '../../ui/dialogs/toast.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useContractForm } from '../../ui/fields/use-contract-form.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Empty } from '../../ui/page/empty.tsx'
import { PageHead } from '../../ui/page/page.tsx'
import queueClasses from '../../ui/queue/queue-page.module.css'
import { Pager } from '../../ui/table/pager.tsx'
import { type Column, DataTable } from '../../ui/table/table.tsx'
import shared from '../../ui/theme/shared.module.css'
import classes from './operator.module.css'
import { reasonMax, WriteButton } from './writing.tsx'

type Device = Received<typeof adminListDevices>['devices'][number]
type BlockValues = { deviceID: string; reason: string }

function BlockForm() {
  const { t } = useI18n()
  const block = useContractMutation(blockDevice, { refreshes: [adminListDevices] })
  const form = useContractForm<BlockValues>((forms) => forms.blockDeviceForm, { deviceID: '', reason: '' })
  async function handleSubmit(values: BlockValues) {
    const done = await block.send({ deviceID: values.deviceID.trim(), reason: values.reason.trim() })
    if (!done) return
    form.reset()
    showToast(t('operator.devices.blockedToast'))
  }
  return (
    <Card label={t('operator.devices.block')}>
      <h2 className={classes.cardTitle}>{t('operator.devices.block')}</h2>
      <form className={`${shared.form} ${shared.formGrid}`} noValidate onSubmit={form.submit(handleSubmit)}>
        <TextField
          label={t('operator.devices.id')}
          required
          maxLength={64}
          {...form.getInputProps('deviceID')}
        />
        <TextField
          label={t('operator.reason')}
          required
          maxLength={reasonMax}
          {...form.getInputProps('reason')}
        />
        <div>
          <WriteButton
            kind="danger"
            type="submit"
            pending={block.isPending}
            icon={<IconLock size={18} stroke={1.75} />}
          >
            {t('operator.devices.blockVerb')}
          </WriteButton>
        </div>
      </form>
    </Card>
  )
}

function Unblock({ device }: { device: Device }) {
  const { t } = useI18n()
  const unblock = useContractMutation(unblockDevice, { refreshes: [adminListDevices] })
  async function handleClick() {
    const sure = await askConfirm({
      title: t('operator.devices.unblockQuestion', { device: device.DeviceID }),
      effect: t('operator.devices.unblockEffect'),
      verb: t('operator.devices.unblock'),
    })
    if (sure && (await unblock.send({ deviceID: device.DeviceID })))
      showToast(t('operator.devices.unblockedToast'))
  }
  return (
    <WriteButton
      size="sm"
      aria-label={`${t('operator.devices.unblock')}: ${device.DeviceID}`}
      onClick={() => void handleClick()}
    >
      {t('operator.devices.unblock')}
    </WriteButton>
  )
}

export function DeviceList() {
  const { t, dateTime } = useI18n()
  const [text, setText] = useState('')
  const [pageNo, setPageNo] = useState(1)
  const { data } = useContractQuery(adminListDevices, { text: text.trim(), pageNo }, { keepLast: true })
  const columns: readonly Column<Device>[] = [
    {
      key: 'device',
      head: t('operator.devices.device'),
      name: true,
      cell: (device) => <span className={`${shared.mono} ${classes.break}`}>{device.DeviceID}</span>,
    },
    { key: 'reason', head: t('operator.reason'), cell: (device) => device.Reason },
    { key: 'time', head: t('operator.devices.blockedAt'), cell: (device) => dateTime(device.BlockedTime) },
    { key: 'by', head: t('operator.devices.by'), cell: (device) => device.BlockedBy || '–' },
    { key: 'act', head: t('operator.act'), align: 'right', cell: (device) => <Unblock device={device} /> },
  ]
  return (
    <>
      <PageHead title={t('operator.devices.title')} facts={t('operator.devices.facts')} />
      <div className={shared.stack}>
        <BlockForm />
        <Card pad="none">
          <div className={`${shared.filters} ${queueClasses.filters}`}>
            <TextField
              label={t('operator.devices.search')}
              leftSection={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
              value={text}
              onChange={(event) => {
                setText(event.currentTarget.value)
                setPageNo(1)
              }}
            />
          </div>
          <DataTable
            label={t('operator.devices.title')}
            columns={columns}
            rows={data?.devices}
            rowKey={(device) => device.DeviceID}
            empty={
              <Empty
                icon={<IconDeviceMobileOff size={20} stroke={1.75} />}
                title={t('operator.devices.empty')}
              />
            }
            foot={<Pager page={pageNo} rowCount={data?.rowCount ?? 0} onPage={setPageNo} />}
          />
        </Card>
      </div>
    </>
  )
}
