import { expect, test } from 'vitest'
import { agentOf } from './agent.ts'

test.each([
  ['curl/8.5.0', 'BOT'],
  ['python-requests/2.31.0', 'BOT'],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', 'BOT'],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/120.0 Safari/537.36',
    'BOT',
  ],
  ['Dalvik/2.1.0 (Linux; U; Android 14; SM-S911N Build/UP1A)', 'APP'],
  ['MyGame/3 CFNetwork/1494.0.7 Darwin/23.4.0', 'APP'],
  ['okhttp/4.12.0', 'APP'],
  ['UnityPlayer/2022.3.20f1 (UnityWebRequest/1.0, libcurl/8.5.0-DEV)', 'APP'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
    'BROWSER',
  ],
])('%s is taken for %s', (userAgent, agent) => {
  expect(agentOf(userAgent)).toBe(agent)
})
