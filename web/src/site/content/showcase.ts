import type { Words } from '../language.ts'

/** Invented apps that show where ads can sit; every one is marked as a sample on the page. */
export interface SampleApp {
  picture: SamplePicture
  name: string
  genre: string
  text: string
  units: string[]
}

export type SamplePicture =
  | 'dots'
  | 'moon'
  | 'gate'
  | 'block'
  | 'wave'
  | 'cards'
  | 'timer'
  | 'rain'
  | 'lines'
  | 'track'
  | 'ledger'
  | 'path'

export interface ShowcaseWords {
  title: string
  description: string
  headline: string
  lead: string
  other: string
  samples: { heading: string; lead: string; items: SampleApp[] }
  moments: { heading: string; lead: string; items: [moment: string, unit: string, text: string][] }
  action: { title: string; text: string }
}

export const games: Words<ShowcaseWords> = {
  en: {
    title: 'Games | Voltline',
    description:
      'Where ads sit well in games: rewarded videos, interstitials between levels, banners in menus.',
    headline: 'Ads that wait for the right moment.',
    lead: 'A game knows when its player has a breath to spare. These samples show which unit fits which moment.',
    other: 'See apps',
    samples: {
      heading: 'Games showcase',
      lead: 'Invented games, each with the units it would open.',
      items: [
        {
          picture: 'dots',
          name: 'Dot Sudoku',
          genre: 'Puzzle',
          text: 'A hint for a watched video, once a board. The banner stays under the board.',
          units: ['Banner', 'Rewarded video'],
        },
        {
          picture: 'moon',
          name: 'Moonjar Merge',
          genre: 'Puzzle',
          text: 'Doubles the night’s harvest after a video. An interstitial closes every third day.',
          units: ['Interstitial', 'Rewarded video'],
        },
        {
          picture: 'gate',
          name: 'Red Gate Defence',
          genre: 'Strategy',
          text: 'One more wave after defeat, for a video. Nothing is shown while towers stand.',
          units: ['Rewarded video'],
        },
        {
          picture: 'block',
          name: 'Tofu Run',
          genre: 'Action',
          text: 'A banner in the garage, an interstitial between runs, never more than one a minute.',
          units: ['Banner', 'Interstitial'],
        },
        {
          picture: 'wave',
          name: 'Harbour Ledger',
          genre: 'Simulation',
          text: 'Ships that come home early for a video; the reward is granted by the game’s own server.',
          units: ['Rewarded video'],
        },
        {
          picture: 'cards',
          name: 'Lantern Cards',
          genre: 'Card, RPG',
          text: 'A daily free pack by app reward, a second one for a rewarded interstitial.',
          units: ['Rewarded interstitial', 'App reward'],
        },
      ],
    },
    moments: {
      heading: 'Which unit for which moment',
      lead: 'Four rules that keep players and earn more.',
      items: [
        ['The player is stuck', 'Rewarded video', 'Offer help, do not push it. The player starts the video.'],
        ['A level is over', 'Interstitial', 'Before the next one loads, never in the middle of a move.'],
        ['The menu is open', 'Banner', 'Small and still, where no thumb rests.'],
        ['The day begins', 'App reward', 'Once a day per device, without an ad.'],
      ],
    },
    action: {
      title: 'Put your game on the line.',
      text: 'Register it, and the sample ad answers the same day.',
    },
  },
  ko: {
    title: '게임 | Voltline',
    description: '게임에 어울리는 광고 자리: 리워드 동영상, 단계 사이의 전면 광고, 메뉴의 배너.',
    headline: '알맞은 순간을 기다리는 광고.',
    lead: '게임은 사용자가 숨을 고르는 순간을 알아요. 어떤 순간에 어떤 인벤토리가 어울리는지 예시로 보여 드려요.',
    other: '앱 보기',
    samples: {
      heading: '게임 쇼케이스',
      lead: '가상의 게임과 각 게임이 열 만한 인벤토리예요.',
      items: [
        {
          picture: 'dots',
          name: '도트 스도쿠',
          genre: '퍼즐',
          text: '판마다 한 번, 동영상을 보면 힌트를 줘요. 배너는 판 아래에 두어요.',
          units: ['배너', '리워드 동영상'],
        },
        {
          picture: 'moon',
          name: '달항아리 머지',
          genre: '퍼즐',
          text: '동영상을 보면 밤의 수확이 두 배. 사흘마다 전면 광고로 하루를 닫아요.',
          units: ['전면', '리워드 동영상'],
        },
        {
          picture: 'gate',
          name: '붉은 대문 디펜스',
          genre: '전략',
          text: '패배하면 동영상으로 한 번 더. 탑이 서 있는 동안에는 아무것도 보여 주지 않아요.',
          units: ['리워드 동영상'],
        },
        {
          picture: 'block',
          name: '두부 런',
          genre: '액션',
          text: '차고에는 배너, 달리기 사이에는 전면 광고. 1분에 한 번을 넘지 않아요.',
          units: ['배너', '전면'],
        },
        {
          picture: 'wave',
          name: '항구 장부',
          genre: '시뮬레이션',
          text: '동영상을 보면 배가 일찍 돌아와요. 리워드는 게임 서버가 지급해요.',
          units: ['리워드 동영상'],
        },
        {
          picture: 'cards',
          name: '등불 카드',
          genre: '카드, RPG',
          text: '앱 리워드로 하루 한 팩, 리워드 전면 광고로 한 팩 더.',
          units: ['리워드 전면', '앱 리워드'],
        },
      ],
    },
    moments: {
      heading: '어떤 순간에 어떤 인벤토리를',
      lead: '사용자를 지키면서 더 버는 네 가지 원칙이에요.',
      items: [
        ['사용자가 막혔을 때', '리워드 동영상', '도움을 권하되 떠밀지 마세요. 동영상은 사용자가 시작해요.'],
        ['한 단계가 끝났을 때', '전면', '다음 단계를 불러오기 전에. 조작 중간에는 안 돼요.'],
        ['메뉴가 열렸을 때', '배너', '작고 조용하게, 엄지가 닿지 않는 자리에.'],
        ['하루가 시작될 때', '앱 리워드', '기기마다 하루 한 번, 광고 없이.'],
      ],
    },
    action: { title: '게임을 라인에 올리세요.', text: '등록하면 그날 바로 예시 광고가 답해요.' },
  },
}
