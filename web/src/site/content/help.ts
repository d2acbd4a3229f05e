import type { Words } from '../language.ts'

export interface HelpWords {
  title: string
  description: string
  headline: string
  lead: string
  groups: [title: string, questions: [question: string, answer: string][]][]
  contact: {
    heading: string
    lead: string
    name: string
    email: string
    company: string
    mobile: string
    mobileHint: string
    message: string
    optional: string
    send: string
    sending: string
    noScript: string
  }
  human: { title: string; text: string; tick: string; working: string }
  send: { success: string }
}

export const help: Words<HelpWords> = {
  en: {
    title: 'Help | Voltline',
    description:
      'Answers for advertisers, publishers and developers, and a contact form that reaches the operator.',
    headline: 'How can we help?',
    lead: 'The questions we hear most, and a form for all the others.',
    groups: [
      [
        'Account',
        [
          [
            'Why is my e-mail address refused?',
            'Only business addresses are accepted. Use the address of your company; free-mail and throw-away addresses are refused.',
          ],
          [
            'I was signed out all at once. Why?',
            'Your account was signed in at another place, or its password was changed. Only one session is open at a time.',
          ],
          [
            'The link to set a new password does not work.',
            'It is good for three minutes and once. Ask for a new one at Find password and open the newest mail.',
          ],
        ],
      ],
      [
        'Advertisers',
        [
          [
            'How do I add cash?',
            'Send us a message with the amount. The operator credits your account after the payment has arrived; paying in the console follows later.',
          ],
          [
            'My ad is in progress but gets no impressions.',
            'Look at four things: cash left, the day limit, the schedule of today, and whether your bid is above the suggested minimum. A bid that never wins is not charged either.',
          ],
          [
            'Why can I not change my ad?',
            'An ad must be stopped before it is changed. Stop it, change it, start it again; its figures stay.',
          ],
          [
            'How are installs counted?',
            'Your link carries {click_id}. When your app is installed, your tracker calls our postback with it and a signature. The secret and the address stand on the ad’s page.',
          ],
        ],
      ],
      [
        'Publishers',
        [
          [
            'How long does the review of an app take?',
            'Two working days as a rule. Until then your units answer with a sample ad, so you can integrate meanwhile.',
          ],
          [
            'When can I apply for payment?',
            'From day 1 to day 5, 23:59 Seoul time, of each month, once, from 100,000 KRW. You are paid by the end of the following month.',
          ],
          [
            'What are volts?',
            'The user’s part: 10% of every charge. One volt is one won, counted per app and device.',
          ],
        ],
      ],
    ],
    contact: {
      heading: 'Write to us',
      lead: 'We answer by e-mail, in English or Korean, within two working days.',
      name: 'Name',
      email: 'E-mail',
      company: 'Company',
      mobile: 'Mobile number',
      mobileHint: 'Numbers only, without dashes',
      message: 'Message',
      optional: 'optional',
      send: 'Send',
      sending: 'Sending',
      noScript: 'Sending this form needs JavaScript, for the check that keeps out spam.',
    },
    human: {
      title: 'One quick check',
      text: 'It keeps spam out. No picture puzzles.',
      tick: 'I am a person',
      working: 'Checking',
    },
    send: { success: 'Your message was sent. We answer by e-mail.' },
  },
  ko: {
    title: '도움말 | Voltline',
    description: '광고주, 퍼블리셔, 개발자를 위한 답변과 운영자에게 바로 전해지는 문의 양식.',
    headline: '무엇을 도와드릴까요?',
    lead: '자주 묻는 질문을 모았고, 나머지는 양식으로 보내 주세요.',
    groups: [
      [
        '계정',
        [
          [
            '이메일 주소가 거절돼요.',
            '업무용 주소만 쓸 수 있어요. 회사 주소를 입력해 주세요. 무료 메일과 일회용 주소는 받지 않아요.',
          ],
          [
            '갑자기 로그아웃됐어요.',
            '다른 곳에서 로그인했거나 비밀번호가 바뀌었어요. 한 번에 한 곳에서만 쓸 수 있어요.',
          ],
          [
            '비밀번호 재설정 링크가 열리지 않아요.',
            '링크는 3분 동안 한 번만 쓸 수 있어요. 비밀번호 찾기에서 다시 요청하고 가장 최근 메일을 열어 주세요.',
          ],
        ],
      ],
      [
        '광고주',
        [
          [
            '캐시는 어떻게 충전하나요?',
            '금액을 적어 메시지를 보내 주세요. 입금이 확인되면 운영자가 충전해요. 콘솔 결제는 준비 중이에요.',
          ],
          [
            '진행 중인데 노출이 없어요.',
            '남은 캐시, 일 한도, 오늘의 일정, 입찰가가 추천 최솟값보다 높은지 네 가지를 확인해 주세요. 이기지 못한 입찰은 과금되지 않아요.',
          ],
          [
            '광고를 수정할 수 없어요.',
            '광고를 멈춘 뒤에 수정할 수 있어요. 멈추고, 바꾸고, 다시 시작하세요. 지표는 그대로 남아요.',
          ],
          [
            '설치는 어떻게 세나요?',
            '링크에 {click_id}가 들어가요. 앱이 설치되면 트래커가 이 값과 서명으로 포스트백을 호출해요. 비밀키와 주소는 광고 상세에 있어요.',
          ],
        ],
      ],
      [
        '퍼블리셔',
        [
          [
            '앱 심사는 얼마나 걸리나요?',
            '보통 영업일 이틀이에요. 그동안 인벤토리는 예시 광고로 답하니 먼저 연동할 수 있어요.',
          ],
          [
            '지급은 언제 신청하나요?',
            '매월 1일부터 5일 23시 59분(서울 시간)까지 한 번, 100,000원부터 신청해요. 다음 달 말까지 지급돼요.',
          ],
          ['볼트가 뭔가요?', '사용자의 몫이에요. 모든 과금의 10%이고, 1볼트는 1원이며, 앱과 기기별로 세요.'],
        ],
      ],
    ],
    contact: {
      heading: '문의하기',
      lead: '영업일 이틀 안에 한국어나 영어로 이메일로 답해 드려요.',
      name: '이름',
      email: '이메일',
      company: '회사',
      mobile: '휴대전화 번호',
      mobileHint: '하이픈 없이 숫자만 입력해 주세요',
      message: '내용',
      optional: '선택',
      send: '보내기',
      sending: '보내는 중',
      noScript: '스팸을 막는 확인 때문에 이 양식을 보내려면 JavaScript가 필요해요.',
    },
    human: {
      title: '잠깐 확인할게요',
      text: '스팸을 막기 위한 확인이에요. 그림 맞히기는 없어요.',
      tick: '로봇이 아니에요',
      working: '확인하는 중',
    },
    send: { success: '메시지를 보냈어요. 이메일로 답해 드릴게요.' },
  },
}
