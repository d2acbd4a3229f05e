import type { FastifyInstance } from 'fastify'
import { opsAccess } from '../platform/ops-access.ts'
import type { ConsoleServices, FeatureServices } from './feature.ts'
import { registerAccount } from './features/account/routes.ts'
import { registerAds } from './features/ad/routes.ts'
import { registerAdReports } from './features/ad-report/routes.ts'
import { registerAdvertiserHome } from './features/advertiser-home/routes.ts'
import { registerApps } from './features/app/routes.ts'
import { registerCallbacks } from './features/callback/routes.ts'
import { registerCampaigns } from './features/campaign/routes.ts'
import { registerCash } from './features/cash/routes.ts'
import { registerCharges } from './features/charges/routes.ts'
import { registerCharts } from './features/chart/routes.ts'
import { registerContact } from './features/contact/routes.ts'
import { registerErrorReport } from './features/error-report/routes.ts'
import { registerHumanCheck } from './features/human-check/routes.ts'
import { registerAdInsight } from './features/insight/advertiser-routes.ts'
import { registerPublisherInsight } from './features/insight/publisher-routes.ts'
import { registerMedia } from './features/inventory/routes.ts'
import { registerMaterial } from './features/material/routes.ts'
import { registerOperatorAccount } from './features/operator/account/routes.ts'
import { registerAdReview } from './features/operator/ad-review/routes.ts'
import { registerAppReview } from './features/operator/app-review/routes.ts'
import { registerOperatorAudit } from './features/operator/audit/routes.ts'
import { registerCases } from './features/operator/cases/routes.ts'
import { registerCorrections } from './features/operator/corrections/routes.ts'
import { registerOperatorCustomers } from './features/operator/customers/routes.ts'
import { registerOperatorDevices } from './features/operator/devices/routes.ts'
import { registerOperatorInvalid } from './features/operator/invalid/routes.ts'
import { registerOperatorMessages } from './features/operator/messages/routes.ts'
import { registerOperatorMoney } from './features/operator/money/routes.ts'
import { registerPayoutDesk } from './features/operator/payout-desk/routes.ts'
import { registerOperatorRules } from './features/operator/rules/routes.ts'
import { registerOperatorToday } from './features/operator/today/routes.ts'
import { registerOperatorTrace } from './features/operator/trace/routes.ts'
import { registerWithdrawals } from './features/operator/withdrawals/routes.ts'
import { registerPayout } from './features/payout/routes.ts'
import { registerPlayground } from './features/playground/routes.ts'
import { registerCampaignPostbacks } from './features/postback/routes.ts'
import { registerPublisherHome } from './features/publisher-home/routes.ts'
import { registerPublisherQuality } from './features/publisher-quality/routes.ts'
import { registerPublisherReports } from './features/publisher-report/routes.ts'
import { registerReportViews } from './features/report-view/routes.ts'
import { registerAppRewards } from './features/reward/routes.ts'
import { registerSettings } from './features/settings/routes.ts'
import { registerProofs, registerStatement } from './features/statement/routes.ts'
import { registerStoreLookup } from './features/store-lookup/routes.ts'
import { registerWhy } from './features/why/routes.ts'
import { registerApiDocs } from './http/api-docs.ts'
import { makeApp } from './http/app.ts'
import { registerDev } from './http/dev/dev.ts'
import { registerOutbox } from './http/dev/outbox.ts'
import { makeHandle } from './http/handle.ts'
import { Sessions } from './http/session.ts'
import { registerPages } from './http/site/pages.ts'
import { registerUploads } from './http/uploads/uploads.ts'

/** Each feature registers the calls that it handles. */
const features: readonly ((services: FeatureServices) => void)[] = [
  registerHumanCheck,
  registerAccount,
  registerContact,
  registerErrorReport,
  registerOperatorAccount,
  registerAdvertiserHome,
  registerCampaigns,
  registerAds,
  registerCampaignPostbacks,
  registerAdReports,
  registerCharges,
  registerAdInsight,
  registerStatement,
  registerMaterial,
  registerStoreLookup,
  registerCash,
  registerApps,
  registerMedia,
  registerCallbacks,
  registerAppRewards,
  registerPublisherHome,
  registerPublisherReports,
  registerPublisherInsight,
  registerPublisherQuality,
  registerReportViews,
  registerCharts,
  registerSettings,
  registerPayout,
  registerAdReview,
  registerAppReview,
  registerPayoutDesk,
  registerWithdrawals,
  registerCases,
  registerCorrections,
  registerOperatorToday,
  registerOperatorMessages,
  registerOperatorCustomers,
  registerOperatorDevices,
  registerOperatorMoney,
  registerOperatorInvalid,
  registerOperatorRules,
  registerOperatorAudit,
  registerOperatorTrace,
  registerPlayground,
]

/** The role `web`: site, consoles and console API. The only place that combines features. */
export async function createConsole(services: ConsoleServices): Promise<FastifyInstance> {
  const { settings } = services
  const app = await makeApp(services)
  const sessions = new Sessions(services)
  const handle = makeHandle({
    app,
    sessions,
    db: services.db,
    clock: services.clock,
    log: services.log,
    rateLimits: settings.rateLimits,
    secureCookies: settings.publicUrl.startsWith('https:'),
  })
  for (const register of features) register({ ...services, handle, sessions })
  registerUploads(app, { ...services, sessions, rateLimits: settings.rateLimits })
  await app.register((scope) => registerWhy(scope, services))
  registerProofs(app, services)
  if (services.dev && !settings.production) {
    registerDev(app, services.dev)
    registerOutbox(app, services)
  }
  await registerApiDocs(app, {
    publicUrl: settings.publicUrl,
    contactMail: settings.contactMail,
    mayInspect: opsAccess(settings),
  })
  await registerPages(app, { publicUrl: settings.publicUrl, demo: services.playground !== undefined })
  await app.ready()
  return app
}
