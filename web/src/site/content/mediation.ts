import type { Feature } from '../components/feature-grid.tsx'
import type { Words } from '../language.ts'

export interface MediationWords {
  title: string
  description: string
  headline: string
  lead: string
  ways: { heading: string; lead: string; features: Feature[] }
  adapter: { heading: string; lead: string; columns: [string, string]; rows: [string, string][] }
  behaviour: { heading: string; features: Feature[] }
  partners: { heading: string; text: string; link: string }
}

export const mediation: Words<MediationWords> = {
  en: {
    title: 'Partner mediation | Voltline',
    description:
      'How to run Voltline beside other ad networks: as first look, in a waterfall or as backfill.',
    headline: 'One network among several.',
    lead: 'Most apps ask more than one network. Voltline answers fast and plainly, so that your mediation always knows whether to show its ad or to go on.',
    ways: {
      heading: 'Three places in your stack',
      lead: 'Every mediation that admits custom adapters can hold Voltline in one of these.',
      features: [
        {
          title: 'First look',
          text: 'Ask Voltline first and show what it has. When it answers AD_NOTFOUND, ask the others. Best for rewarded video, where receipts matter.',
        },
        {
          title: 'A step of the waterfall',
          text: 'Enter the eCPM of the unit from your daily report as its price, and renew it weekly.',
        },
        {
          title: 'Backfill',
          text: 'Ask last, for the places that would stay empty. Nothing is lost: an empty answer costs one short request.',
        },
      ],
    },
    adapter: {
      heading: 'What an adapter does',
      lead: 'Five callbacks of your mediation, and the call or answer they map to.',
      columns: ['Your mediation', 'Voltline'],
      rows: [
        ['Initialise', 'POST /sdk/v1/session, once per start of the app'],
        ['Load', 'POST /sdk/v1/ad with the number of the unit; SUCCESS means loaded'],
        ['No fill', 'AD_NOTFOUND, EXCEEDED_IMPRESSION or AD_DISABLED: report “no fill” at once'],
        ['Shown', 'POST /sdk/v1/event with IMPRESSION, once the ad has been on screen for a second'],
        ['Reward', 'POST /sdk/v1/event with WATCH; hand the receipt to your server'],
      ],
    },
    behaviour: {
      heading: 'What you can rely on',
      features: [
        {
          title: 'Answers in milliseconds',
          text: 'A decision is made in memory. A timeout of 500 ms in your mediation is generous.',
        },
        {
          title: 'Ten minutes to show',
          text: 'A loaded ad may be shown within ten minutes and clicked within an hour; then load anew.',
        },
        {
          title: 'Honest eCPM',
          text: 'Reports give revenue, impressions and eCPM by unit and day, the figures your waterfall needs.',
        },
      ],
    },
    partners: {
      heading: 'Mediation partners',
      text: 'We name a partner here once both sides have run an adapter in production for thirty days. There is none to name yet. If you run a mediation, write to us.',
      link: 'Contact us',
    },
  },
  ko: {
    title: '파트너 미디에이션 | Voltline',
    description: 'Voltline을 다른 광고 네트워크와 함께 쓰는 방법: 우선 요청, 워터폴, 백필.',
    headline: '여러 네트워크 중의 하나로.',
    lead: '대부분의 앱은 여러 네트워크에 광고를 요청해요. Voltline은 빠르고 분명하게 답하기 때문에 미디에이션이 보여 줄지 넘어갈지 바로 알 수 있어요.',
    ways: {
      heading: '스택 안의 세 자리',
      lead: '커스텀 어댑터를 지원하는 미디에이션이라면 이 중 한 자리에 Voltline을 둘 수 있어요.',
      features: [
        {
          title: '우선 요청',
          text: 'Voltline에 먼저 요청하고 있으면 보여 주세요. AD_NOTFOUND면 다른 곳에 물어보면 돼요. 영수증이 중요한 리워드 동영상에 알맞아요.',
        },
        {
          title: '워터폴의 한 단계',
          text: '일별 리포트에서 본 인벤토리의 eCPM을 가격으로 넣고 매주 갱신하세요.',
        },
        {
          title: '백필',
          text: '비어 있을 자리를 위해 마지막에 요청하세요. 빈 답에는 짧은 요청 하나만 들어요.',
        },
      ],
    },
    adapter: {
      heading: '어댑터가 하는 일',
      lead: '미디에이션의 다섯 가지 콜백과 그에 해당하는 호출, 답이에요.',
      columns: ['미디에이션', 'Voltline'],
      rows: [
        ['초기화', 'POST /sdk/v1/session, 앱을 시작할 때 한 번'],
        ['불러오기', '인벤토리 번호로 POST /sdk/v1/ad. SUCCESS면 준비 완료'],
        ['광고 없음', 'AD_NOTFOUND, EXCEEDED_IMPRESSION, AD_DISABLED면 바로 “광고 없음”으로 알려요'],
        ['노출', '광고가 1초 동안 화면에 보이면 IMPRESSION으로 POST /sdk/v1/event'],
        ['리워드', 'WATCH로 POST /sdk/v1/event. 영수증은 서버로 넘겨요'],
      ],
    },
    behaviour: {
      heading: '믿고 쓸 수 있는 것',
      features: [
        {
          title: '밀리초 단위의 답',
          text: '결정은 메모리에서 이루어져요. 미디에이션의 제한 시간은 500ms면 넉넉해요.',
        },
        {
          title: '10분 안에 노출',
          text: '불러온 광고는 10분 안에 보여 주고 1시간 안에 클릭할 수 있어요. 그 뒤에는 새로 불러오세요.',
        },
        { title: '정직한 eCPM', text: '워터폴에 필요한 수익, 노출, eCPM을 인벤토리와 날짜별로 알려 드려요.' },
      ],
    },
    partners: {
      heading: '미디에이션 파트너',
      text: '양쪽이 30일 동안 실제 서비스에서 어댑터를 운영한 뒤에 파트너로 소개해요. 아직 소개할 파트너가 없어요. 미디에이션을 운영하신다면 연락 주세요.',
      link: '문의하기',
    },
  },
}
