import type { Words } from '../language.ts'

export const support: Words<{ title: string; description: string; alert: string; text: string }> = {
  en: {
    title: 'Support | Voltline',
    description: 'Voltline support is not ready yet. The contact form of the help page reaches us.',
    alert: 'Not ready yet',
    text: 'Support opens here later. Until then the contact form of the help page reaches us.',
  },
  ko: {
    title: '고객 지원 | Voltline',
    description: 'Voltline 고객 지원은 아직 준비 중이에요. 도움말 페이지의 문의 양식을 이용해 주세요.',
    alert: '아직 준비 중이에요',
    text: '고객 지원은 나중에 여기에서 열려요. 그때까지는 도움말 페이지의 문의 양식을 이용해 주세요.',
  },
}
