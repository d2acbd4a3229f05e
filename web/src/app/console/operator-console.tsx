import { IconScale } from '@tabler/icons-react'
import { adminMe, operatorQueues } from '@voltline/contract'
import { Link } from 'react-router'
import { useContractQuery } from '../../api/query.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Chip } from '../../ui/page/chip.tsx'
import { ConsoleLayout } from './console-layout.tsx'
import { operatorMenu } from './menus.tsx'
import { signOutOperator } from './sign-out.ts'

const queuesMs = 15_000

export function OperatorConsole() {
  const { t } = useI18n()
  const { data } = useContractQuery(adminMe, {}, { loads: 'part' })
  const { data: waiting } = useContractQuery(operatorQueues, {}, { loads: 'background', everyMs: queuesMs })
  const proof = waiting?.proof
  return (
    <ConsoleLayout
      frame={{
        label: t('shell.operator'),
        reversed: true,
        home: '/admin',
        menu: operatorMenu,
        counts: {
          '/admin/ads': waiting?.queues.Ads ?? 0,
          '/admin/apps': waiting?.queues.Apps ?? 0,
          '/admin/keys': waiting?.queues.Keys ?? 0,
          '/admin/payouts': waiting?.queues.Payouts ?? 0,
          '/admin/messages': waiting?.queues.Messages ?? 0,
        },
        figure: proof ? (
          <Link to="/admin/money">
            <Chip
              tone={proof.Good ? 'ok' : 'bad'}
              icon={<IconScale size={16} stroke={1.75} aria-hidden="true" />}
            >
              {t(proof.Good ? 'operator.booksGood' : 'operator.booksBad', { time: proof.Time.slice(11, 16) })}
            </Chip>
          </Link>
        ) : null,
        name: data?.operator.Email ?? '',
        accountLinks: [],
        onSignOut: signOutOperator,
      }}
    />
  )
}
