import type { Feature } from '../components/feature-grid.tsx'
import type { Words } from '../language.ts'
import type { SamplePicture } from './showcase.ts'

export interface PublisherWords {
  title: string
  description: string
  headline: string
  lead: string
  gets: { heading: string; features: Feature[] }
  asks: { heading: string; lead: string; points: string[] }
  calendar: {
    heading: string
    lead: string
    about: string
    marks: [when: string, what: string][]
    note: string
  }
  partners: {
    heading: string
    lead: string
    items: { picture: SamplePicture; name: string; kind: string; text: string; figures: [string, string][] }[]
  }
  action: { title: string; text: string }
}

export const publisher: Words<PublisherWords> = {
  en: {
    title: 'Publisher partners | Voltline',
    description: 'What publisher partners of Voltline get, what we ask of them, and when they are paid.',
    headline: 'Publishers are the longest part of the line.',
    lead: '70% of every charge goes to the app that showed the ad. Here is what you get and what we ask.',
    gets: {
      heading: 'What you get',
      features: [
        {
          title: '70% of every charge',
          text: 'Shown by day, app and unit, down to the won you can apply for.',
        },
        {
          title: 'Open and close at will',
          text: 'Each unit has a switch. Closed means closed within a second.',
        },
        {
          title: 'A review with reasons',
          text: 'A rejected app comes back with a sentence that says what to change.',
        },
        { title: 'No minimum traffic', text: 'An app with a hundred users a day is welcome.' },
        { title: 'Your own rewards', text: 'Name and amount are yours; receipts prove each of them.' },
        {
          title: 'Clean neighbours',
          text: 'Invalid traffic is counted by reason and never billed, so prices stay honest.',
        },
      ],
    },
    asks: {
      heading: 'What we look at before approval',
      lead: 'Most apps are answered within two working days.',
      points: [
        'The store address opens, and the app is yours',
        'Ads are told apart from the app’s own content',
        'No ad is placed where a finger lands by accident',
        'Adult content is marked as such',
        'The privacy notice names the SDK, and the app is not directed at children under 14',
      ],
    },
    calendar: {
      heading: 'When you are paid',
      lead: 'The example of July. All days are days in Seoul.',
      about: 'July: earn. 1 to 5 August: apply. By 30 September: paid.',
      marks: [
        ['1–31 July', 'You earn'],
        ['1–5 August', 'You apply, from 100,000 KRW'],
        ['by 30 September', 'You are paid'],
      ],
      note: 'One application a month. What you do not apply for stays on your account.',
    },
    partners: {
      heading: 'Partner profiles',
      lead: 'Invented studios that show three usual ways to start.',
      items: [
        {
          picture: 'dots',
          name: 'Studio Dotline',
          kind: 'Two people, one puzzle game',
          text: 'Starts with one rewarded video unit and adds a banner after the first month.',
          figures: [
            ['Units', '2'],
            ['eCPM, KRW', '6,200'],
          ],
        },
        {
          picture: 'rain',
          name: 'Plain Weather',
          kind: 'Utility app on both platforms',
          text: 'One app entry per platform, a banner each, no adult ads.',
          figures: [
            ['Apps', '2'],
            ['eCPM, KRW', '3,100'],
          ],
        },
        {
          picture: 'cards',
          name: 'Lantern House',
          kind: 'Five games, own mediation',
          text: 'Voltline as first look for rewarded units, others behind it.',
          figures: [
            ['Units', '15'],
            ['eCPM, KRW', '6,000'],
          ],
        },
      ],
    },
    action: { title: 'Become a publisher.', text: 'Join, register your app, and see the sample ad today.' },
  },
  ko: {
    title: '퍼블리셔 파트너 | Voltline',
    description: 'Voltline 퍼블리셔 파트너가 얻는 것, 지켜야 할 것, 지급 일정.',
    headline: '라인의 가장 긴 부분은 퍼블리셔예요.',
    lead: '10원 중 7원이 광고를 보여 준 앱으로 가요. 무엇을 얻고 무엇을 지켜야 하는지 정리했어요.',
    gets: {
      heading: '얻는 것',
      features: [
        { title: '모든 과금의 70%', text: '일별, 앱별, 인벤토리별로, 신청할 수 있는 금액까지 보여요.' },
        { title: '마음대로 열고 닫기', text: '인벤토리마다 스위치가 있어요. 닫으면 1초 안에 닫혀요.' },
        { title: '이유가 있는 심사', text: '거절된 앱에는 무엇을 바꾸면 되는지 적은 문장이 함께 와요.' },
        { title: '최소 트래픽 없음', text: '하루 사용자가 백 명인 앱도 환영해요.' },
        { title: '직접 정하는 리워드', text: '이름과 수량은 퍼블리셔가 정하고, 영수증이 하나하나 증명해요.' },
        {
          title: '깨끗한 이웃',
          text: '무효 트래픽은 사유별로 세고 과금하지 않아요. 그래서 가격이 정직해요.',
        },
      ],
    },
    asks: {
      heading: '승인 전에 보는 것',
      lead: '대부분 영업일 이틀 안에 답해요.',
      points: [
        '스토어 주소가 열리고, 내 앱이 맞는지',
        '광고와 앱의 내용이 구분되는지',
        '손가락이 실수로 닿는 자리에 광고가 없는지',
        '성인 내용이 표시되어 있는지',
        '개인정보 처리방침에 SDK가 적혀 있고, 만 14세 미만 아동 대상이 아닌지',
      ],
    },
    calendar: {
      heading: '지급 일정',
      lead: '7월을 예로 들었어요. 모든 날짜는 서울 기준이에요.',
      about: '7월에 벌고, 8월 1일부터 5일까지 신청하고, 9월 30일까지 받아요.',
      marks: [
        ['7월 1~31일', '수익이 쌓여요'],
        ['8월 1~5일', '100,000원부터 신청해요'],
        ['9월 30일까지', '지급받아요'],
      ],
      note: '한 달에 한 번 신청해요. 신청하지 않은 금액은 계정에 남아요.',
    },
    partners: {
      heading: '파트너 예시',
      lead: '흔한 세 가지 시작을 보여 주는 가상의 스튜디오예요.',
      items: [
        {
          picture: 'dots',
          name: '스튜디오 도트라인',
          kind: '두 명, 퍼즐 게임 하나',
          text: '리워드 동영상 하나로 시작해 한 달 뒤 배너를 더해요.',
          figures: [
            ['인벤토리', '2'],
            ['eCPM, 원', '6,200'],
          ],
        },
        {
          picture: 'rain',
          name: '플레인 웨더',
          kind: '두 플랫폼의 유틸리티 앱',
          text: '플랫폼마다 앱을 등록하고 배너를 하나씩. 성인 광고는 받지 않아요.',
          figures: [
            ['앱', '2'],
            ['eCPM, 원', '3,100'],
          ],
        },
        {
          picture: 'cards',
          name: '등불집',
          kind: '게임 다섯 개, 자체 미디에이션',
          text: '리워드 인벤토리는 Voltline에 먼저 요청하고 나머지를 그 뒤에 둬요.',
          figures: [
            ['인벤토리', '15'],
            ['eCPM, 원', '6,000'],
          ],
        },
      ],
    },
    action: {
      title: '퍼블리셔가 되어 보세요.',
      text: '가입하고 앱을 등록하면 오늘 예시 광고를 볼 수 있어요.',
    },
  },
}
