import { IconMessage } from '@tabler/icons-react'
import { appealCase, type CaseStatus, limits, publisherQuality, type Received } from '@voltline/contract'
import { useState } from 'react'
import { useContractMutation } from '../../api/mutation.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { useSignalTexts } from '../../i18n/rule-texts.ts'
import { Button } from '../../ui/controls/button.tsx'
import { askConfirm } from '../../ui/dialogs/dialogs.tsx'
import { showToast } from '../../ui/dialogs/toast.tsx'
import { TextAreaField } from '../../ui/fields/text-area-field.tsx'
import { useContractForm } from '../../ui/fields/use-contract-form.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Chip, type Tone } from '../../ui/page/chip.tsx'
import { Comparisons } from '../../ui/page/comparison.tsx'
import shared from '../../ui/theme/shared.module.css'
import classes from './quality.module.css'

type Case = Received<typeof publisherQuality>['cases'][number]

const toneOf: Record<CaseStatus, Tone> = { OPEN: 'warn', CONFIRMED: 'bad', RELEASED: 'ok' }

/** One text, once. */
function AppealForm({ one }: { one: Case }) {
  const { t, dateTime } = useI18n()
  const appeal = useContractMutation(appealCase, { refreshes: [publisherQuality] })
  const form = useContractForm<{ text: string }>((forms) => forms.appealForm, { text: '' })
  async function handleSubmit({ text }: { text: string }) {
    const sure = await askConfirm({
      title: t('publisher.quality.appealQuestion'),
      effect: t('publisher.quality.appealEffect'),
      verb: t('publisher.quality.appealVerb'),
    })
    if (sure && (await appeal.send({ caseID: one.CaseID, text: text.trim() })))
      showToast(t('publisher.quality.appealed'))
  }
  return (
    <form className={shared.form} noValidate onSubmit={form.submit(handleSubmit)}>
      <TextAreaField
        label={t('publisher.quality.appeal')}
        hint={t('publisher.quality.appealHint', { time: dateTime(one.AppealUntil), max: limits.appealMax })}
        required
        autosize
        minRows={3}
        maxLength={limits.appealMax}
        {...form.getInputProps('text')}
      />
      <div>
        <Button
          kind="primary"
          type="submit"
          pending={appeal.isPending}
          icon={<IconMessage size={18} stroke={1.75} />}
        >
          {t('publisher.quality.appealVerb')}
        </Button>
      </div>
    </form>
  )
}

/** Something that one side wrote, with its time. */
function Said({ title, time, text }: { title: string; time: string | null; text: string }) {
  const { dateTime } = useI18n()
  if (text === '') return null
  return (
    <div className={classes.said}>
      <b>{title}</b> {time ? <span className={shared.hint}>{dateTime(time)}</span> : null}
      <p className={classes.words}>{text}</p>
    </div>
  )
}

function CaseCard({ one, now }: { one: Case; now: number }) {
  const { t, money, dateTime } = useI18n()
  const { name, explain, labels, percent } = useSignalTexts()
  const mayAppeal = one.Appeal === '' && one.Status !== 'RELEASED' && now <= Date.parse(one.AppealUntil)
  return (
    <Card label={t('publisher.quality.case', { name: one.Name })}>
      <header className={classes.caseHead}>
        <div>
          <h3>
            {one.Name} <Chip tone={toneOf[one.Status]}>{t(`traffic.caseStatus.${one.Status}`)}</Chip>
          </h3>
          <p className={shared.hint}>
            {one.AppName} · {dateTime(one.From)} – {dateTime(one.To)}
          </p>
        </div>
        <p className={classes.amount}>
          <span className={shared.hint}>{t(`publisher.quality.amountOf.${one.Status}`)}</span>
          <b>{money(one.Amount)}</b>
        </p>
      </header>
      {one.Signals.length > 0 ? (
        <Comparisons
          labels={labels}
          percent={percent}
          items={one.Signals.map((signal) => ({
            key: signal.Signal,
            name: name(signal.Signal),
            text: explain(signal),
            value: signal.Value,
            norm: signal.Norm,
          }))}
        />
      ) : null}
      <Said title={t('publisher.quality.reason')} time={one.OpenTime} text={one.Reason} />
      <Said title={t('publisher.quality.yourAppeal')} time={one.AppealTime} text={one.Appeal} />
      <Said title={t('publisher.quality.answer')} time={one.AnswerTime} text={one.Answer} />
      {mayAppeal ? <AppealForm one={one} /> : null}
    </Card>
  )
}

/** The cases of the period, with what was unusual in words and figures. */
export function Cases({ cases }: { cases: readonly Case[] }) {
  const { t } = useI18n()
  const [now] = useState(Date.now)
  return (
    <section className={shared.stack} aria-label={t('publisher.quality.cases')}>
      <h2 className={classes.title}>{t('publisher.quality.cases')}</h2>
      {cases.map((one) => (
        <CaseCard key={one.CaseID} one={one} now={now} />
      ))}
    </section>
  )
}
