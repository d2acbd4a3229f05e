import type { IconName } from '../drawings/icon.tsx'
import type { Words } from '../language.ts'

export type SdkName = 'ios' | 'android' | 'unity' | 'unreal' | 'javascript'

export interface SdkWords {
  title: string
  description: string
  headline: string
  lead: string
  needs: string
  language: string
  state: string
  download: string
  items: Readonly<Record<SdkName, { needs: string; language: string; state: string }>>
  start: { heading: string; lead: string; steps: [title: string, text: string, code: string][] }
  calls: { heading: string; lead: string; columns: [string, string]; rows: [string, string][] }
  answers: { heading: string; lead: string; columns: [string, string]; rows: [string, string][] }
  docs: { text: string; link: string }
}

/** Names are trademarks and the same in every language. */
export const sdkNames: Readonly<Record<SdkName, { name: string; icon: IconName }>> = {
  ios: { name: 'iOS', icon: 'apple' },
  android: { name: 'Android', icon: 'android' },
  unity: { name: 'Unity', icon: 'unity' },
  unreal: { name: 'Unreal', icon: 'unreal' },
  javascript: { name: 'JavaScript', icon: 'javascript' },
}

const sessionCall = `curl -X POST https://your.voltline/sdk/v1/session \\
  -H 'X-Api-Key: YOUR_KEY' -H 'Content-Type: application/json' \\
  -d '{"deviceID":"a1b2c3","platform":"AOS","country":"KR"}'`

const adCall = `curl -X POST https://your.voltline/sdk/v1/ad \\
  -H 'X-Api-Key: YOUR_KEY' -H 'Content-Type: application/json' \\
  -d '{"medID":101,"deviceID":"a1b2c3","test":true}'`

const eventCall = `curl -X POST https://your.voltline/sdk/v1/event \\
  -H 'X-Api-Key: YOUR_KEY' -H 'Content-Type: application/json' \\
  -d '{"token":"TOKEN_OF_THE_AD","action":"IMPRESSION"}'`

export const sdk: Words<SdkWords> = {
  en: {
    title: 'SDK | Voltline',
    description:
      'SDKs for iOS, Android, Unity, Unreal and JavaScript: source, a sample and a README in each download, and the wire format they share.',
    headline: 'One small client, five platforms.',
    lead: 'Each download holds the source of a thin client, a sample and a README. They speak the same few calls, so what works on one works on all.',
    needs: 'Needs',
    language: 'Written in',
    state: 'State',
    download: 'Download',
    items: {
      ios: {
        needs: 'Toolchain (Xcode) version {version} or later',
        language: 'Swift, Foundation only',
        state: 'Source only: not yet compiled or run by us',
      },
      android: {
        needs: 'API level {version} or later',
        language: 'Java, no dependencies',
        state: 'Client compiled and run against a server; not yet run on a device',
      },
      unity: {
        needs: 'Unity {version} or later',
        language: 'C#',
        state: 'Client compiled and run against a server; not yet run in Unity',
      },
      unreal: {
        needs: 'A C++11 compiler; the sample is for Unreal Engine 4 or 5',
        language: 'C++',
        state: 'Client compiled and run against a server; not yet run in Unreal',
      },
      javascript: {
        needs: 'A browser or web view of the last three years',
        language: 'TypeScript, no dependencies',
        state: 'Compiled, and tested in Chromium against a server',
      },
    },
    start: {
      heading: 'The first ad in three calls',
      lead: 'Every client does this for you. To see it with your own eyes, a terminal is enough; test ads cost nobody anything.',
      steps: [
        ['Say hello', 'Once per start of the app. It counts the user for your reports.', sessionCall],
        [
          'Ask for an ad',
          'With “test” you get a marked sample ad, also before your app is approved.',
          adCall,
        ],
        [
          'Say what happened',
          'IMPRESSION when it is on screen, WATCH at the end of a video. Clicks go through the ad’s clickURL.',
          eventCall,
        ],
      ],
    },
    calls: {
      heading: 'All calls',
      lead: 'JSON over HTTP. The key of your app goes in X-Api-Key.',
      columns: ['Call', 'What it is for'],
      rows: [
        ['POST /sdk/v1/session', 'The app was opened'],
        ['POST /sdk/v1/ad', 'An ad for one unit, with a token, materials, clickURL and, if set, a reward'],
        [
          'POST /sdk/v1/event',
          'IMPRESSION, WATCH or CLICK for a token; a rewarded WATCH answers a signed receipt',
        ],
        ['GET /c/{token}', 'The click: counted, then on to the advertiser'],
        ['POST /sdk/v1/app-reward', 'A daily reward by its key, once a day per device'],
        ['GET /sdk/v1/user', 'The volts of a device in this app'],
        ['GET /sdk/v1/keys', 'Public keys to verify receipts on your server'],
      ],
    },
    answers: {
      heading: 'What an answer means',
      lead: 'Every answer carries “error”; SUCCESS means fine.',
      columns: ['Answer', 'What to do'],
      rows: [
        ['AD_NOTFOUND', 'Nothing to show now. Leave the place empty or ask your next network'],
        ['ADSERVER_TEST', 'A sample ad: show it, it earns nothing'],
        ['EXCEEDED_IMPRESSION', 'This device has seen what there is often enough today'],
        ['AD_EXPIRED', 'The token is too old. Ask for a new ad'],
        ['AD_DISABLED', 'The unit is closed in the console'],
        ['UNKNOWN_MEDID', 'The unit’s number is wrong'],
        ['API_FORBIDDEN', 'The key is missing, wrong or revoked'],
        ['TRYAGAIN_LATER', 'Too many requests from this device. Wait a minute'],
      ],
    },
    docs: {
      text: 'Fields, limits and examples of every console call stand in the API documentation.',
      link: 'Open the API documentation',
    },
  },
  ko: {
    title: 'SDK | Voltline',
    description:
      'iOS, Android, Unity, Unreal, JavaScript용 SDK. 내려받는 파일마다 소스와 예제, README가 있고 같은 통신 형식을 써요.',
    headline: '작은 클라이언트 하나, 다섯 플랫폼.',
    lead: '파일마다 가벼운 클라이언트의 소스와 예제, README가 들어 있어요. 같은 몇 가지 호출을 쓰기 때문에 한 곳에서 되면 모든 곳에서 돼요.',
    needs: '요구 사항',
    language: '언어',
    state: '상태',
    download: '내려받기',
    items: {
      ios: {
        needs: '툴체인(Xcode) 버전 {version} 이상',
        language: 'Swift, Foundation만 사용',
        state: '소스만 제공: 아직 컴파일하거나 실행해 보지 않았어요',
      },
      android: {
        needs: 'API 레벨 {version} 이상',
        language: 'Java, 의존성 없음',
        state: '클라이언트를 컴파일하고 서버에 연결해 실행했어요. 기기에서는 아직이에요',
      },
      unity: {
        needs: 'Unity {version} 이상',
        language: 'C#',
        state: '클라이언트를 컴파일하고 서버에 연결해 실행했어요. Unity에서는 아직이에요',
      },
      unreal: {
        needs: 'C++11 컴파일러. 예제는 Unreal Engine 4 또는 5용',
        language: 'C++',
        state: '클라이언트를 컴파일하고 서버에 연결해 실행했어요. Unreal에서는 아직이에요',
      },
      javascript: {
        needs: '최근 3년 안의 브라우저 또는 웹뷰',
        language: 'TypeScript, 의존성 없음',
        state: '컴파일하고 Chromium에서 서버로 시험했어요',
      },
    },
    start: {
      heading: '호출 세 번이면 첫 광고',
      lead: '클라이언트가 대신 해 주는 일이에요. 터미널만 있으면 직접 볼 수 있고, 테스트 광고에는 누구도 비용을 내지 않아요.',
      steps: [
        ['인사하기', '앱을 시작할 때마다 한 번. 리포트의 사용자 수를 세요.', sessionCall],
        ['광고 요청하기', '“test”를 넣으면 앱이 승인되기 전에도 예시 광고를 받아요.', adCall],
        [
          '일어난 일 알리기',
          '화면에 나오면 IMPRESSION, 동영상이 끝나면 WATCH. 클릭은 광고의 clickURL로 보내요.',
          eventCall,
        ],
      ],
    },
    calls: {
      heading: '모든 호출',
      lead: 'HTTP로 주고받는 JSON이에요. 앱의 키는 X-Api-Key에 넣어요.',
      columns: ['호출', '쓰임'],
      rows: [
        ['POST /sdk/v1/session', '앱이 열렸어요'],
        ['POST /sdk/v1/ad', '인벤토리 하나의 광고. 토큰, 소재, clickURL, 있으면 리워드까지'],
        ['POST /sdk/v1/event', '토큰의 IMPRESSION, WATCH, CLICK. 리워드 WATCH에는 서명된 영수증이 와요'],
        ['GET /c/{token}', '클릭. 세고 나서 광고주 페이지로 보내요'],
        ['POST /sdk/v1/app-reward', '키로 받는 일일 리워드. 기기마다 하루 한 번'],
        ['GET /sdk/v1/user', '이 앱에서 기기의 볼트'],
        ['GET /sdk/v1/keys', '서버에서 영수증을 검증할 공개 키'],
      ],
    },
    answers: {
      heading: '답의 의미',
      lead: '모든 답에는 “error”가 있고, SUCCESS면 정상이에요.',
      columns: ['답', '할 일'],
      rows: [
        ['AD_NOTFOUND', '지금 보여 줄 광고가 없어요. 자리를 비우거나 다음 네트워크에 물어보세요'],
        ['ADSERVER_TEST', '예시 광고예요. 보여 주되 수익은 없어요'],
        ['EXCEEDED_IMPRESSION', '이 기기는 오늘 충분히 봤어요'],
        ['AD_EXPIRED', '토큰이 오래됐어요. 새 광고를 요청하세요'],
        ['AD_DISABLED', '콘솔에서 닫힌 인벤토리예요'],
        ['UNKNOWN_MEDID', '인벤토리 번호가 잘못됐어요'],
        ['API_FORBIDDEN', '키가 없거나 잘못됐거나 폐기됐어요'],
        ['TRYAGAIN_LATER', '이 기기의 요청이 너무 많아요. 1분 기다리세요'],
      ],
    },
    docs: { text: '콘솔 호출의 항목과 한도, 예시는 API 문서에 있어요.', link: 'API 문서 열기' },
  },
}
