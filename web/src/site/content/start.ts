import type { Feature } from '../components/feature-grid.tsx'
import type { Words } from '../language.ts'

export interface StartWords {
  title: string
  description: string
  headline: string
  lead: string
  steps: (Feature & { note: string })[]
  join: string
  after: {
    heading: string
    lead: string
    advertiser: { chip: string; heading: string; points: string[] }
    publisher: { chip: string; heading: string; points: string[] }
  }
  need: { heading: string; features: Feature[] }
}

export const start: Words<StartWords> = {
  en: {
    title: 'Getting started | Voltline',
    description: 'Join Voltline by e-mail in three steps, as an advertiser or as a publisher.',
    headline: 'Join by e-mail in three steps.',
    lead: 'All you need is a business e-mail address and about three minutes.',
    steps: [
      {
        title: 'Enter your business e-mail',
        text: 'Pass a short human check, and we send a mail with a link to that address.',
        note: 'Free-mail addresses are not accepted',
      },
      {
        title: 'Open the link and choose your side',
        text: 'Advertiser or publisher: read the terms of that side and agree to them.',
        note: 'The link is valid for 24 hours and works once',
      },
      {
        title: 'Enter your details and sign in',
        text: 'First and last name, company, a password and your time zone. That is all.',
        note: '8 to 16 characters with a letter, a digit and a sign',
      },
    ],
    join: 'Join by e-mail',
    after: {
      heading: 'Your first hour',
      lead: 'What most people do right after signing in.',
      advertiser: {
        chip: 'Advertisers',
        heading: 'From a budget to a running ad',
        points: [
          'Ask the operator to credit your cash',
          'Make a campaign with a budget from 100,000 KRW',
          'Make an ad: format, pricing, material, countries, schedule, limits, bid',
          'Start it, and watch impressions and cost in the report',
        ],
      },
      publisher: {
        chip: 'Publishers',
        heading: 'From an app to a first ad',
        points: [
          'Register your app with its store address',
          'Request its API key and open a unit',
          'Put the SDK in and see the sample ad',
          'Once the app is approved, paid ads follow by themselves',
        ],
      },
    },
    need: {
      heading: 'Good to have at hand',
      features: [
        {
          title: 'For ads',
          text: 'Banner or interstitial: jpeg or png up to 500 KB. Video: mp4 or mov up to 10 MB, 5 to 35 seconds.',
        },
        { title: 'For apps', text: 'The address of your app in the App Store or on Google Play.' },
        {
          title: 'For payouts',
          text: 'Images of your bank book and business certificate, up to 4 MB each. You can add them later.',
        },
      ],
    },
  },
  ko: {
    title: '시작하기 | Voltline',
    description: '광고주 또는 퍼블리셔로, 이메일로 세 단계면 Voltline에 가입해요.',
    headline: '이메일로 세 단계면 가입해요.',
    lead: '업무용 이메일 주소와 3분 정도만 있으면 돼요.',
    steps: [
      {
        title: '업무용 이메일을 입력해요',
        text: '자동 입력 방지 확인을 마치면 그 주소로 링크가 담긴 메일을 보내요.',
        note: '무료 메일 주소는 쓸 수 없어요',
      },
      {
        title: '링크를 열고 유형을 골라요',
        text: '광고주와 퍼블리셔 중에서 고르고, 해당 약관을 읽고 동의해요.',
        note: '링크는 24시간 동안 한 번 쓸 수 있어요',
      },
      {
        title: '계정을 채우고 로그인해요',
        text: '이름, 회사, 비밀번호, 시간대. 이게 전부예요.',
        note: '문자, 숫자, 기호를 포함해 8~16자',
      },
    ],
    join: '이메일로 가입하기',
    after: {
      heading: '처음 한 시간',
      lead: '로그인한 뒤 대부분 이렇게 시작해요.',
      advertiser: {
        chip: '광고주',
        heading: '예산에서 첫 광고까지',
        points: [
          '운영자에게 캐시 충전을 요청해요',
          '예산 100,000원부터 캠페인을 만들어요',
          '형식, 과금, 소재, 국가, 일정, 한도, 입찰가를 정해 광고를 만들어요',
          '시작하고 리포트에서 노출과 비용을 확인해요',
        ],
      },
      publisher: {
        chip: '퍼블리셔',
        heading: '앱에서 첫 광고까지',
        points: [
          '스토어 주소로 앱을 등록해요',
          'API 키를 요청하고 인벤토리를 열어요',
          'SDK를 넣고 예시 광고를 확인해요',
          '앱이 승인되면 유료 광고가 저절로 나와요',
        ],
      },
    },
    need: {
      heading: '미리 준비하면 좋아요',
      features: [
        {
          title: '광고 소재',
          text: '배너와 전면은 500KB까지의 jpeg나 png, 동영상은 10MB까지의 mp4나 mov, 5초에서 35초.',
        },
        { title: '앱', text: 'App Store 또는 Google Play의 앱 주소.' },
        { title: '지급', text: '통장 사본과 사업자등록증 이미지, 각각 4MB까지. 나중에 올려도 돼요.' },
      ],
    },
  },
}
