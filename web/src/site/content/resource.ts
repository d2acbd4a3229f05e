import type { Words } from '../language.ts'

export interface Story {
  kind: string
  headline: string
  situation: string
  done: string
  figures: [figure: string, label: string][]
}

export interface ResourceWords {
  title: string
  description: string
  headline: string
  lead: string
  guides: {
    heading: string
    lead: string
    items: [name: 'business' | 'media' | 'advertiser', title: string, text: string][]
    download: string
    languages: [english: string, korean: string]
  }
  logo: {
    heading: string
    lead: string
    rules: string[]
    onLight: string
    onDark: string
    png: string
    ai: string
    svg: string
  }
  stories: { heading: string; lead: string; before: string; done: string; items: Story[] }
}

export const resource: Words<ResourceWords> = {
  en: {
    title: 'Resources | Voltline',
    description:
      'Business, media and advertiser guides as PDF in English and Korean, the Voltline logo as PNG and AI, and sample success stories.',
    headline: 'Guides, logos and stories',
    lead: 'Guides to download, the logo in every form, and what a first month can look like.',
    guides: {
      heading: 'Guides',
      lead: 'Illustrated, a few pages each, free to pass on.',
      items: [
        [
          'business',
          'Business guide',
          'What the network is, who earns what, how money moves and how it is kept safe. For those who decide.',
        ],
        [
          'media',
          'Media guide',
          'Units, formats, rewards, the SDK and the payout calendar. For publishers and their developers.',
        ],
        [
          'advertiser',
          'Advertiser guide',
          'Campaigns, materials, pricing models, limits, the auction and install tracking. For those who buy.',
        ],
      ],
      download: 'Download',
      languages: ['English', 'Korean'],
    },
    logo: {
      heading: 'Logo',
      lead: 'A V folded from one strip: the long arm is the publisher, the short one the network, the cut-off tip the user.',
      rules: [
        'Leave space around it as wide as the tip',
        'No smaller than 16 px for the mark, 88 px with the word',
        'Do not outline, tilt or shade it, or put it on a picture',
      ],
      onLight: 'For light grounds',
      onDark: 'For dark grounds',
      png: 'PNG',
      ai: 'AI',
      svg: 'SVG',
    },
    stories: {
      heading: 'Success stories',
      lead: 'Worked examples with invented companies and figures, to show what is possible to set up and how to read the result.',
      before: 'Before',
      done: 'What they set up',
      items: [
        {
          kind: 'Puzzle game, publisher',
          headline: 'A hint for thirty seconds of attention',
          situation: 'Players who were stuck left. Banners alone brought little and annoyed the rest.',
          done: 'One rewarded video unit that grants a hint, offered only after the third failed try. The banner stayed in the menu.',
          figures: [
            ['6,200', 'KRW eCPM of the video unit'],
            ['+18%', 'sessions with a second level'],
          ],
        },
        {
          kind: 'Travel app, advertiser',
          headline: 'Installs at the price of the runner-up',
          situation: 'A fixed price per install was set by guess, and the budget was gone by noon.',
          done: 'nCPI ads with a day limit per platform, weekdays only, and signed postbacks to count installs.',
          figures: [
            ['1,740', 'KRW average cost per install'],
            ['0', 'KRW above the day limit'],
          ],
        },
        {
          kind: 'Timer app, publisher',
          headline: 'From a first build to a first payout',
          situation: 'A team of two with no sales desk and one app.',
          done: 'Integrated with the sample ad while under review, opened a banner and an interstitial on the day of approval, applied in the second month.',
          figures: [
            ['2', 'units'],
            ['132,400', 'KRW first payout'],
          ],
        },
      ],
    },
  },
  ko: {
    title: '자료실 | Voltline',
    description:
      '비즈니스, 매체, 광고주 가이드 PDF(영문, 국문)와 Voltline 로고 PNG, AI 파일, 활용 예시를 내려받으세요.',
    headline: '읽고, 보여 주고, 나누세요.',
    lead: '내려받는 가이드와 모든 형식의 로고, 그리고 첫 달의 모습을 담은 예시예요.',
    guides: {
      heading: '가이드',
      lead: '그림과 함께 몇 쪽씩, 자유롭게 나눠도 돼요.',
      items: [
        [
          'business',
          '비즈니스 가이드',
          '네트워크가 무엇인지, 누가 얼마를 버는지, 돈이 어떻게 움직이고 지켜지는지. 결정하는 분을 위한 안내예요.',
        ],
        [
          'media',
          '매체 가이드',
          '인벤토리, 형식, 리워드, SDK, 지급 일정. 퍼블리셔와 개발자를 위한 안내예요.',
        ],
        [
          'advertiser',
          '광고주 가이드',
          '캠페인, 소재, 과금 방식, 한도, 경매, 설치 추적. 광고를 사는 분을 위한 안내예요.',
        ],
      ],
      download: '내려받기',
      languages: ['영문', '국문'],
    },
    logo: {
      heading: '로고',
      lead: '한 줄을 접어 만든 V예요. 긴 팔은 퍼블리셔, 짧은 팔은 네트워크, 잘린 끝은 사용자를 뜻해요.',
      rules: [
        '둘레에 끝조각 너비만큼 여백을 두세요',
        '마크는 16px, 글자와 함께라면 88px보다 작지 않게 쓰세요',
        '테두리, 기울임, 그림자를 넣거나 사진 위에 올리지 마세요',
      ],
      onLight: '밝은 바탕용',
      onDark: '어두운 바탕용',
      png: 'PNG',
      ai: 'AI',
      svg: 'SVG',
    },
    stories: {
      heading: '성공 사례',
      lead: '가상의 회사와 숫자로 만든 예시예요. 무엇을 설정할 수 있고 결과를 어떻게 읽는지 보여 줘요.',
      before: '이전에는',
      done: '이렇게 설정했어요',
      items: [
        {
          kind: '퍼즐 게임, 퍼블리셔',
          headline: '30초의 관심으로 얻는 힌트',
          situation: '막힌 사용자가 떠났어요. 배너만으로는 수익이 적고 방해만 됐어요.',
          done: '세 번 실패한 뒤에만 힌트를 주는 리워드 동영상 인벤토리 하나. 배너는 메뉴에만 두었어요.',
          figures: [
            ['6,200', '원, 동영상 인벤토리 eCPM'],
            ['+18%', '두 번째 단계로 간 세션'],
          ],
        },
        {
          kind: '여행 앱, 광고주',
          headline: '차순위 가격으로 얻은 설치',
          situation: '설치당 고정 가격을 어림으로 정했고, 예산은 정오면 바닥났어요.',
          done: '플랫폼별 일 한도를 둔 nCPI 광고를 평일에만 돌리고, 서명된 포스트백으로 설치를 셌어요.',
          figures: [
            ['1,740', '원, 설치당 평균 비용'],
            ['0', '원, 일 한도 초과'],
          ],
        },
        {
          kind: '타이머 앱, 퍼블리셔',
          headline: '첫 빌드에서 첫 지급까지',
          situation: '영업 조직이 없는 두 명의 팀과 앱 하나.',
          done: '심사 중에 예시 광고로 연동하고, 승인된 날 배너와 전면 인벤토리를 열고, 두 번째 달에 지급을 신청했어요.',
          figures: [
            ['2', '개 인벤토리'],
            ['132,400', '원, 첫 지급액'],
          ],
        },
      ],
    },
  },
}
