import { errorCodes } from '../common/errors.ts'
import { consolePaths, consoleResponses } from './console.ts'
import { deliveryPaths, deliveryResponses } from './delivery.ts'
import { openPaths } from './open.ts'
import type { Json } from './schemas.ts'

/** The first segment of a path, without the version. */
const tags: Readonly<Record<string, string>> = {
  account: 'Sign-up, sign-in, passwords, the person’s own data, payout account and payouts.',
  ad: 'The advertiser’s console: campaigns, ads, material, reports and cash.',
  admin: 'The operators’ console.',
  c: 'The link behind an ad.',
  common: 'What the screens of all consoles need.',
  demo: 'The playground, with demo data only.',
  error: 'Error reports of browsers.',
  postback: 'Installs and actions, reported by the advertiser’s server.',
  pub: 'The publisher’s console: apps, inventory, rewards and reports.',
  sdk: 'What apps call: sessions, ads, events and rewards.',
  why: 'For people who saw an ad: why, what it cost, and a report of it.',
}

/** The OpenAPI 3.1 document of every call, made from the contract itself. */
export function openApiDocument(network: { publicUrl: string; contactMail: string }): Json {
  const header = (name: string): Json => ({ type: 'apiKey', in: 'header', name })
  return {
    openapi: '3.1.0',
    info: {
      title: 'Voltline API',
      version: '1',
      description:
        'Every response of the consoles and of apps carries `error`; SUCCESS means OK. Calls of a signed-in customer ' +
        'carry Authorization, CustID, SessionKey and TimezoneOffset (minutes east of UTC). All codes: ' +
        `${errorCodes.join(', ')}.`,
      contact: { name: 'Voltline', url: network.publicUrl, email: network.contactMail },
      license: { name: 'All rights reserved', identifier: 'LicenseRef-All-rights-reserved' },
    },
    servers: [{ url: network.publicUrl }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    components: {
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer' },
        CustID: header('CustID'),
        SessionKey: header('SessionKey'),
        apiKey: header('X-Api-Key'),
      },
      responses: { ...consoleResponses, ...deliveryResponses },
    },
    paths: { ...consolePaths(), ...deliveryPaths(), ...openPaths() },
  }
}
