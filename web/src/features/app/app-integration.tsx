import { type ErrorCode, errorCodes, listMedia, type SdkAd } from '@voltline/contract'
import { useState } from 'react'
import { useHasPlayground } from '../../api/playground.ts'
import { useContractQuery } from '../../api/query.ts'
import { useI18n } from '../../i18n/i18n.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ButtonLink } from '../../ui/controls/button-link.tsx'
import { Copyable } from '../../ui/controls/copyable.tsx'
import { Segment } from '../../ui/controls/segment.tsx'
import { showAlert } from '../../ui/dialogs/dialogs.tsx'
import { OverlaySection } from '../../ui/drawer/overlay.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { PhoneFrame } from '../../ui/pictures/phone-frame.tsx'
import shared from '../../ui/theme/shared.module.css'
import type { App } from './app-detail.tsx'
import classes from './app-integration.module.css'
import { type SnippetKind, snippetKinds, snippets } from './snippets.ts'

const testDevice = 'console-test'

/** Requests an ad as the app would, marked as a test. */
async function requestSample(apiKey: string, medID: number): Promise<{ ad?: SdkAd; error: ErrorCode }> {
  try {
    const response = await fetch('/sdk/v1/ad', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify({ medID, deviceID: testDevice, test: true }),
    })
    const body = (await response.json()) as { ad?: SdkAd; error?: string }
    const error = errorCodes.find((code) => code === body.error) ?? 'UNKNOWN'
    return body.ad ? { ad: body.ad, error } : { error }
  } catch {
    return { error: 'UNKNOWN' }
  }
}

function TestRequest({ app, medID }: { app: App; medID: number }) {
  const { t } = useI18n()
  const [ad, setAd] = useState<SdkAd>()
  const [pending, setPending] = useState(false)
  async function handleTest() {
    setPending(true)
    const sample = await requestSample(app.ApiKey, medID)
    setPending(false)
    setAd(sample.ad)
    if (sample.ad) return
    await showAlert(t('publisher.app.testFailed', { reason: t(`errors.${sample.error}`) }))
  }
  const material = ad?.materials[0]
  return (
    <div className={classes.test}>
      <p className={shared.quiet}>{t('publisher.app.testText')}</p>
      <Button pending={pending} onClick={handleTest}>
        {t('publisher.app.test')}
      </Button>
      {ad ? (
        <PhoneFrame label={t('publisher.app.testShown')}>
          <div className={classes.ad}>
            {material?.endsWith('.mp4') ? (
              <video src={material} muted autoPlay playsInline />
            ) : (
              <img src={material} alt={ad.name} />
            )}
          </div>
        </PhoneFrame>
      ) : null}
    </div>
  )
}

/** Leads to the playground, where the same SDK runs in a phone. */
function PlaygroundLink() {
  const { t } = useI18n()
  if (!useHasPlayground()) return null
  return (
    <div className={classes.test}>
      <p className={shared.quiet}>{t('playground.linkText')}</p>
      <ButtonLink to="/playground">{t('playground.link')}</ButtonLink>
    </div>
  )
}

/** Code to copy with the app's key and ad unit, and a button that requests the sample ad. */
export function AppIntegration({ app }: { app: App }) {
  const { t } = useI18n()
  const units = useContractQuery(listMedia, { appID: app.AppID }, { loads: 'part' }).data?.invens ?? []
  const [chosen, setChosen] = useState<number>()
  const [kind, setKind] = useState<SnippetKind>('JavaScript')
  const unit = units.find(({ MedID }) => MedID === chosen) ?? units[0]
  if (!unit) {
    return (
      <OverlaySection title={t('publisher.app.integrate')}>
        <p className={shared.quiet}>{t('publisher.app.integrateNoUnit')}</p>
        <PlaygroundLink />
      </OverlaySection>
    )
  }
  const snippet = snippets[kind]({
    server: location.origin,
    apiKey: app.ApiKey,
    unit: unit.MedID,
    product: unit.Product,
    platform: app.Platform,
  })
  return (
    <OverlaySection title={t('publisher.app.integrate')}>
      <p className={shared.quiet}>{t('publisher.app.integrateText')}</p>
      <div className={classes.choice}>
        <SelectField
          label={t('publisher.app.unit')}
          value={String(unit.MedID)}
          data={units.map(({ MedID, Name }) => ({ value: String(MedID), label: Name }))}
          onChange={(value) => setChosen(Number(value))}
        />
        <Segment
          label={t('publisher.app.integrate')}
          value={kind}
          options={snippetKinds.map((value) => ({ value, label: value }))}
          onChange={setKind}
        />
      </div>
      <pre className={classes.snippet}>
        <Copyable value={snippet} label={t('publisher.app.snippet', { platform: kind })} />
      </pre>
      <TestRequest app={app} medID={unit.MedID} />
      <PlaygroundLink />
    </OverlaySection>
  )
}
