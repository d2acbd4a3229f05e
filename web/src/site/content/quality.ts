import type { Feature } from '../components/feature-grid.tsx'
import type { Words } from '../language.ts'

export interface QualityWords {
  title: string
  description: string
  headline: string
  lead: string
  promises: { heading: string; features: Feature[] }
  rules: { heading: string; lead: string; default: string; fixed: string }
  always: { heading: string; lead: string }
  cases: { heading: string; lead: string; features: Feature[] }
  records: { heading: string; points: string[] }
  contact: { heading: string; text: string; link: string }
}

export const quality: Words<QualityWords> = {
  en: {
    title: 'Traffic quality | Voltline',
    description: 'Every rule by which Voltline judges traffic, with its default, and how to appeal.',
    headline: 'Invented traffic does not pay.',
    lead: 'Every event is judged before it costs money, by rules that anyone may read. Here are all of them.',
    promises: {
      heading: 'What holds',
      features: [
        {
          title: 'Judged first, charged later',
          text: 'An event that breaks a rule is never charged, earns nothing, and nothing that depends on it counts.',
        },
        {
          title: 'Evidence, not opinion',
          text: 'Rules look at the server’s own times and at how an event came. The same event gets the same verdict, in any order.',
        },
        {
          title: 'A reason and a way to object',
          text: 'Publishers see every invalid event by rule, unit and day. A decision about money has a reason and can be appealed.',
        },
      ],
    },
    rules: {
      heading: 'The rules',
      lead: 'From the top: an event counts under the first rule that it breaks. An operator of a network may change a default or only observe a rule; each change is logged.',
      default: 'Default: {amount}',
      fixed: 'Nothing to set',
    },
    always: {
      heading: 'Never valid',
      lead: 'These are invalid whatever the rules are set to.',
    },
    cases: {
      heading: 'What no single event shows',
      lead: 'Every hour each unit is compared with the units of its format and country: rates, addresses, new devices, times of day, gaps between events.',
      features: [
        {
          title: 'Two signals open a case',
          text: 'While it is open, the publisher’s part of the charges in question is held: it is revenue, but not yet payable.',
        },
        {
          title: 'A person decides',
          text: 'An operator confirms the case, which gives advertisers their money back, or releases it, which frees the amount. Both need a reason.',
        },
        {
          title: 'One appeal',
          text: 'The publisher sees the signals in words and figures and can appeal within 14 days of the case’s opening or confirmation.',
        },
      ],
    },
    records: {
      heading: 'What we record',
      points: [
        'A keyed hash of the address and of its network. We store no plain address, and the key changes every month.',
        'The country of the address, the kind of user agent, the SDK’s name and version.',
        'How long after the ad was served and shown an event came, and what the SDK measured: time and share in view, size, time played.',
        'Publishers and advertisers never see an address or a device of someone else.',
      ],
    },
    contact: {
      heading: 'Is a rule wrong about you?',
      text: 'Rules are made for people, and people are various. Write to us with the unit and the day, and we look at the counts.',
      link: 'Contact us',
    },
  },
  ko: {
    title: '트래픽 품질 | Voltline',
    description: 'Voltline이 트래픽을 판정하는 모든 규칙과 기본값, 이의 제기 방법.',
    headline: '지어낸 트래픽에는 돈을 내지 않아요.',
    lead: '모든 이벤트는 과금하기 전에 누구나 읽을 수 있는 규칙으로 판정해요. 규칙은 아래가 전부예요.',
    promises: {
      heading: '지키는 원칙',
      features: [
        {
          title: '판정이 먼저, 과금은 나중',
          text: '규칙을 어긴 이벤트는 과금하지 않고 수익도 생기지 않아요. 그 이벤트에 이어진 이벤트도 세지 않아요.',
        },
        {
          title: '의견이 아니라 근거',
          text: '규칙은 서버가 잰 시간과 이벤트가 들어온 방식만 봐요. 순서가 달라도 같은 이벤트는 같은 판정을 받아요.',
        },
        {
          title: '이유와 이의 제기',
          text: '퍼블리셔는 무효 이벤트를 규칙, 유닛, 날짜별로 볼 수 있어요. 돈에 관한 결정에는 이유가 있고 이의를 제기할 수 있어요.',
        },
      ],
    },
    rules: {
      heading: '규칙',
      lead: '위에서부터 차례로 보고, 처음 어긴 규칙으로 집계해요. 네트워크 운영자는 기본값을 바꾸거나 관찰만 할 수 있고, 모든 변경은 기록에 남아요.',
      default: '기본값 {amount}',
      fixed: '설정할 값 없음',
    },
    always: {
      heading: '언제나 무효',
      lead: '규칙 설정과 관계없이 무효인 이벤트예요.',
    },
    cases: {
      heading: '이벤트 하나로는 보이지 않는 것',
      lead: '매시간 각 유닛을 같은 형식과 국가의 유닛과 비교해요. 비율, 주소, 새 기기, 시간대, 이벤트 간격을 봐요.',
      features: [
        {
          title: '신호가 둘이면 조사 시작',
          text: '조사하는 동안 해당 과금 중 퍼블리셔 몫은 보류돼요. 수익이지만 아직 지급할 수 없는 금액이에요.',
        },
        {
          title: '결정은 사람이',
          text: '운영자가 확정하면 광고주에게 돈을 돌려주고, 해제하면 보류가 풀려요. 어느 쪽이든 사유가 필요해요.',
        },
        {
          title: '이의 제기 한 번',
          text: '퍼블리셔는 신호를 글과 숫자로 확인하고, 조사를 시작하거나 확정한 날부터 14일 안에 이의를 제기할 수 있어요.',
        },
      ],
    },
    records: {
      heading: '기록하는 것',
      points: [
        '주소와 그 네트워크의 키 해시. 주소 자체는 저장하지 않고, 키는 매달 바뀌어요.',
        '주소의 국가, 유저 에이전트의 종류, SDK의 이름과 버전.',
        '광고를 내보내고 보여 준 뒤 이벤트가 들어올 때까지의 시간, 그리고 SDK가 잰 값: 보인 시간과 비율, 크기, 재생 시간.',
        '퍼블리셔와 광고주는 다른 사람의 주소나 기기를 볼 수 없어요.',
      ],
    },
    contact: {
      heading: '규칙이 잘못 판정했나요?',
      text: '규칙은 사람을 위한 것이고, 사람은 저마다 달라요. 유닛과 날짜를 알려 주시면 집계를 확인해 드려요.',
      link: '문의하기',
    },
  },
}
