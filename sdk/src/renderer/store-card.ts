import type { Ad } from '../wire.ts'
import { font, make } from './dom.ts'
import { words } from './words.ts'

/** Genre, price, and score and installs where the advertiser shows them. */
function aboutApp({ Genres, Free, Score, Installs }: NonNullable<Ad['appInfo']>): string {
  const { free, paid, installs } = words()
  const score = Score ? `★ ${Score.toFixed(1)}` : ''
  const texts = [Genres[0] ?? '', Free ? free : paid, score, Installs ? installs(Installs) : '']
  return texts.filter(Boolean).join(' · ')
}

/** What a tap leads to. As an end card it stands in the middle. */
export function makeCard(ad: Ad, isEndCard = false): HTMLElement {
  const { get, open } = words()
  const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: isEndCard ? 'normal' : 'nowrap' }
  const title = make('b', { ...cut, display: 'block', font: font(isEndCard ? 20 : 15, 700) })
  title.textContent = ad.appInfo?.Title || ad.name
  const about = make('span', { ...cut, display: 'block', font: font(13), color: '#55555f' })
  about.textContent = ad.appInfo ? aboutApp(ad.appInfo) : ''
  const texts = make('span', { flex: '1', minWidth: '0' }, {}, [title, about])
  const button = make(
    'span',
    {
      ...{ font: font(14, 700), background: '#0b57d0', color: '#fff', borderRadius: '20px' },
      ...{ padding: isEndCard ? '10px 40px' : '8px 18px', whiteSpace: 'nowrap' },
    },
    { textContent: ad.appInfo ? get : open },
  )
  return make(
    'span',
    {
      ...{ display: 'flex', alignItems: 'center', gap: isEndCard ? '18px' : '12px', boxSizing: 'border-box' },
      ...{ flexDirection: isEndCard ? 'column' : 'row', textAlign: isEndCard ? 'center' : 'left' },
      ...{
        background: '#fff',
        color: '#16161d',
        borderRadius: '16px',
        maxWidth: isEndCard ? '300px' : '480px',
      },
      ...{ padding: isEndCard ? '28px 24px' : '12px 14px', margin: isEndCard ? 'auto' : '8px auto' },
      width: 'calc(100% - 16px)',
    },
    {},
    [texts, button],
  )
}
