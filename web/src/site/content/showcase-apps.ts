import type { Words } from '../language.ts'
import type { ShowcaseWords } from './showcase.ts'

export const apps: Words<ShowcaseWords> = {
  en: {
    title: 'Apps | Voltline',
    description:
      'Where ads sit well in everyday apps: quiet banners, one interstitial after a finished task, rewards.',
    headline: 'Ads that respect a finished task.',
    lead: 'People open an app to get something done. These samples show how to earn without standing in the way.',
    other: 'See games',
    samples: {
      heading: 'Apps showcase',
      lead: 'Invented apps, each with the units it would open.',
      items: [
        {
          picture: 'timer',
          name: 'Tofu Timer',
          genre: 'Cooking',
          text: 'A banner while the clock runs. When it rings, nothing but the ring.',
          units: ['Banner'],
        },
        {
          picture: 'rain',
          name: 'Rain Today',
          genre: 'Weather',
          text: 'A banner under the hour list; the map of the week after a video, free for the day.',
          units: ['Banner', 'Rewarded video'],
        },
        {
          picture: 'lines',
          name: 'Line Notes',
          genre: 'Productivity',
          text: 'One interstitial after an export, never while writing.',
          units: ['Interstitial'],
        },
        {
          picture: 'track',
          name: 'Metro Pace',
          genre: 'Travel',
          text: 'A banner on the platform screen, where there are three minutes to wait.',
          units: ['Banner'],
        },
        {
          picture: 'ledger',
          name: 'Handful Budget',
          genre: 'Finance',
          text: 'No ads beside figures. A rewarded interstitial opens the yearly chart.',
          units: ['Rewarded interstitial'],
        },
        {
          picture: 'path',
          name: 'Bark Walk',
          genre: 'Lifestyle',
          text: 'Daily treats as app rewards; a second treat for a video after the walk.',
          units: ['App reward', 'Rewarded video'],
        },
      ],
    },
    moments: {
      heading: 'Which unit for which moment',
      lead: 'Four rules for apps that people open every day.',
      items: [
        ['Something is loading', 'Banner', 'Waiting time is ad time, as long as nothing jumps when it ends.'],
        ['A task is done', 'Interstitial', 'After the export, the save or the booking, once.'],
        ['A door is closed', 'Rewarded video', 'Open an extra for a watch instead of a price.'],
        ['Money is on screen', 'None', 'Beside figures people trust, show nothing.'],
      ],
    },
    action: {
      title: 'Put your app on the line.',
      text: 'Register it, and the sample ad answers the same day.',
    },
  },
  ko: {
    title: '앱 | Voltline',
    description: '일상 앱에 어울리는 광고 자리: 조용한 배너, 할 일이 끝난 뒤의 전면 광고 한 번, 리워드.',
    headline: '끝난 일을 존중하는 광고.',
    lead: '사람들은 할 일이 있어서 앱을 열어요. 길을 막지 않으면서 수익을 얻는 예시를 보여 드려요.',
    other: '게임 보기',
    samples: {
      heading: '앱 쇼케이스',
      lead: '가상의 앱과 각 앱이 열 만한 인벤토리예요.',
      items: [
        {
          picture: 'timer',
          name: '두부 타이머',
          genre: '요리',
          text: '시간이 흐르는 동안 배너 하나. 알람이 울릴 때는 알람만.',
          units: ['배너'],
        },
        {
          picture: 'rain',
          name: '오늘 비',
          genre: '날씨',
          text: '시간별 목록 아래 배너. 동영상을 보면 하루 동안 주간 지도가 열려요.',
          units: ['배너', '리워드 동영상'],
        },
        {
          picture: 'lines',
          name: '라인 노트',
          genre: '생산성',
          text: '내보내기가 끝난 뒤 전면 광고 한 번. 쓰는 동안에는 없어요.',
          units: ['전면'],
        },
        {
          picture: 'track',
          name: '메트로 페이스',
          genre: '여행',
          text: '3분을 기다리는 승강장 화면에 배너 하나.',
          units: ['배너'],
        },
        {
          picture: 'ledger',
          name: '한 줌 가계부',
          genre: '금융',
          text: '숫자 옆에는 광고가 없어요. 리워드 전면 광고로 연간 차트를 열어요.',
          units: ['리워드 전면'],
        },
        {
          picture: 'path',
          name: '멍멍 산책',
          genre: '라이프스타일',
          text: '앱 리워드로 하루 간식 하나, 산책 뒤 동영상을 보면 하나 더.',
          units: ['앱 리워드', '리워드 동영상'],
        },
      ],
    },
    moments: {
      heading: '어떤 순간에 어떤 인벤토리를',
      lead: '매일 여는 앱을 위한 네 가지 원칙이에요.',
      items: [
        ['불러오는 동안', '배너', '기다리는 시간은 광고의 시간. 끝날 때 화면이 튀지만 않으면 돼요.'],
        ['할 일이 끝났을 때', '전면', '내보내기, 저장, 예약이 끝난 뒤 한 번만.'],
        ['문이 닫혀 있을 때', '리워드 동영상', '가격 대신 시청으로 추가 기능을 열어 주세요.'],
        ['돈이 화면에 있을 때', '없음', '사람들이 믿는 숫자 옆에는 아무것도 두지 마세요.'],
      ],
    },
    action: { title: '앱을 라인에 올리세요.', text: '등록하면 그날 바로 예시 광고가 답해요.' },
  },
}
