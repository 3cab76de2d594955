const light = `--paper:#fffefb;--sunken:#f3f0e9;--line:#e0dacd;--ink:#211f1a;--ink-2:#5d584c;--seal:#bf3b24;--code:#f6f3ec`
const dark = `--paper:#1e1c19;--sunken:#2a2723;--line:#3a362f;--ink:#ebe6db;--ink-2:#b0a999;--seal:#e2694f;--code:#161512`

const sans = `system-ui,-apple-system,'Segoe UI','PingFang SC','Microsoft YaHei','Noto Sans CJK SC','WenQuanYi Micro Hei',sans-serif`
const mono = `ui-monospace,'SF Mono','Cascadia Mono',Menlo,monospace,'Noto Sans Mono CJK SC'`

/** The rules, without characters that XML would require to be escaped. */
const rules = `
.page{margin:0;background:var(--paper);color:var(--ink);font:15px/1.65 ${sans};overflow-wrap:anywhere}
.page *{box-sizing:border-box}
.page main{max-width:780px;margin:0 auto;padding:32px 24px 40px}
.page h1{font-size:24px;line-height:1.35;margin:0 0 4px}
.page h2,.page h3{font-size:18px;line-height:1.4;margin:22px 0 8px}
.page h4,.page h5,.page h6{font-size:15px;margin:18px 0 6px}
.page .facts{margin:0 0 20px;color:var(--ink-2);font-size:13px}
.page p{margin:0 0 10px}
.page article{padding:18px 0;border-top:1px solid var(--line)}
.page .who{display:flex;flex-wrap:wrap;gap:10px;margin:0 0 8px;font-size:13px;color:var(--ink-2)}
.page .who b{color:var(--ink)}
.page .said,.page .thought,.page .instructions{white-space:pre-wrap}
.page .me .said{background:var(--sunken);border-radius:12px;padding:10px 14px}
.page .thought,.page .instructions{margin:0 0 12px;padding:2px 0 2px 14px;border-left:3px solid var(--line);color:var(--ink-2);font-size:14px}
.page .note{color:var(--ink-2);font-style:italic;font-size:13px}
.page a{color:var(--seal)}
.page img{display:block;max-width:100%;height:auto;margin:0 0 10px;border-radius:8px}
.page blockquote{margin:0 0 10px;padding:0;padding-inline-start:14px;border-inline-start:3px solid var(--line);color:var(--ink-2)}
.page ul,.page ol{margin:0 0 10px;padding:0;padding-inline-start:26px}
.page em.cjk{font-style:normal;text-emphasis:filled dot;text-emphasis-position:under right}
.page li p{margin:0}
.page hr{border:0;border-top:1px solid var(--line);margin:18px 0}
.page code{font:13px/1.55 ${mono};background:var(--code);border-radius:4px;padding:1px 4px}
.page pre{margin:0 0 12px;padding:10px 12px;background:var(--code);border:1px solid var(--line);border-radius:8px;white-space:pre-wrap;font:13px/1.55 ${mono}}
.page pre code{background:none;padding:0}
.page .language{margin:0 0 4px;font-size:12px;color:var(--ink-2)}
.page table{border-collapse:collapse;margin:0 0 12px;max-width:100%;font-size:14px}
.page th,.page td{border:1px solid var(--line);padding:5px 9px;text-align:left;vertical-align:top}
.page th{background:var(--sunken)}
.page .center{text-align:center}.page .right{text-align:right}
.page sup{line-height:0}
.page .notes{border-top:1px solid var(--line);padding-top:8px;font-size:13px;color:var(--ink-2)}
.page math[display=block]{display:block;margin:10px 0}
.page annotation{display:none}
`

/** The style of a saved page that follows the reader's theme; on paper it is light. */
export const pageStyle = `.page{${light}}
@media (prefers-color-scheme:dark){.page{${dark}}}
${rules}
@page{margin:18mm 16mm}
@media print{.page{${light};background:none;font-size:11pt}.page main{max-width:none;padding:0}.page h1,.page h2,.page h3,.page .who{break-after:avoid}.page img,.page tr{break-inside:avoid}}`

/** Returns the style of a picture, in one theme. */
export function pictureStyle(theme: 'light' | 'dark'): string {
  return `.page{${theme === 'light' ? light : dark}}${rules}.page main{max-width:none;padding:8px 24px}.page article:first-child{border-top:0}`
}
