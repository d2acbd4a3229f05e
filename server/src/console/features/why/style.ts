import { createHash } from 'node:crypto'

/** A class for each percentage of the bar of shares: the policy refuses style attributes. */
const widths = Array.from({ length: 101 }, (_, percent) => `.w${percent}{width:${percent}%}`).join('')

/** The page's whole style, so that it needs no build and loads nothing. */
export const style = `
:root{color-scheme:light dark;--bg:#f6f7f9;--surface:#fff;--sunk:#f0f2f6;--text:#121829;--text2:#465064;--text3:#626c80;--border:#e2e6ec;--control:#858e9f;--line:#2746e0;--lineText:#1f39c4;--ok:#0b7548;--okSoft:#e4f4eb;--warn:#8a5000;--warnSoft:#fcf0da;--c1:#2746e0;--c2:#858e9f;--c3:#9cc400}
@media (prefers-color-scheme:dark){:root{--bg:#0b0f19;--surface:#131927;--sunk:#1a2133;--text:#eceff6;--text2:#b4bccd;--text3:#909ab0;--border:#262e42;--control:#68738d;--line:#4a66f6;--lineText:#9db0ff;--ok:#52c98f;--okSoft:#10301f;--warn:#f0b550;--warnSoft:#35270b;--c1:#6f88ff;--c2:#68738d;--c3:#c9f227}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:400 16px/25px Pretendard,system-ui,"Apple SD Gothic Neo","Malgun Gothic","Noto Sans KR",sans-serif;word-break:keep-all;overflow-wrap:anywhere}
main{max-width:560px;margin:0 auto;padding:28px 20px 40px}
.brand{display:inline-block;font-weight:700;color:var(--text);text-decoration:none;letter-spacing:-.02em}
h1{font-size:28px;line-height:36px;letter-spacing:-.02em;margin:20px 0 6px}
h2{font-size:15px;line-height:22px;margin:0 0 6px}
p{margin:0 0 8px}
.lead,.quiet{color:var(--text2)}
.small{font-size:14px;line-height:21px}
section{background:var(--surface);border:1px solid var(--border);border-radius:12px;padding:18px 20px;margin-top:14px}
section p:last-child{margin-bottom:0}
.big{font-size:22px;line-height:30px;font-weight:700;letter-spacing:-.01em}
.split{display:flex;gap:3px;height:10px;margin:12px 0}
.split i{display:block;height:100%;min-width:4px;border-radius:3px}
.a{background:var(--c1)}.b{background:var(--c2)}.c{background:var(--c3)}
dl{margin:0}
dl div{display:flex;gap:10px;align-items:center;padding:5px 0}
dt{flex:1}dd{margin:0;font-weight:600;font-variant-numeric:tabular-nums;white-space:nowrap}
.dot{width:10px;height:10px;border-radius:3px;flex:none}
.note{background:var(--warnSoft);color:var(--warn);border-radius:8px;padding:10px 12px;margin-top:10px}
.done{background:var(--okSoft);color:var(--ok);border-radius:8px;padding:12px 14px;font-weight:600}
fieldset{border:0;margin:12px 0 0;padding:0}
legend{font-weight:600;padding:0 0 6px}
label.option{display:flex;gap:10px;align-items:center;min-height:44px;padding:6px 0;border-top:1px solid var(--border)}
input[type=radio]{width:20px;height:20px;margin:0;accent-color:var(--line);flex:none}
textarea{width:100%;min-height:88px;margin-top:6px;padding:10px 12px;border:1px solid var(--control);border-radius:8px;background:var(--surface);color:var(--text);font:inherit;resize:vertical}
button{width:100%;min-height:48px;margin-top:14px;border:0;border-radius:10px;background:var(--line);color:#fff;font:inherit;font-weight:600;cursor:pointer}
:focus-visible{outline:2px solid var(--line);outline-offset:2px}
footer{margin-top:22px;color:var(--text3);font-size:14px}
footer a{color:var(--lineText)}
${widths}`

const styleHash = createHash('sha256').update(style).digest('base64')

/** Stricter than the site's: no script at all, and no style but this one. */
export const whyPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')
