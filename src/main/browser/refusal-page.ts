/**
 * Page for a browser without a session, in English and Chinese, because no language can be chosen yet.
 * Its script continues to the app if only the cookie is missing.
 */
export const refusalPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Atelier</title>
<link rel="icon" href="data:,">
<script src="/page-bridge.js" data-signed-out></script>
<h1>This link has been used, or Atelier has been started again</h1>
<p>Each link that Atelier prints opens one browser, once. Run <code>npm start</code> again on this computer:
it gives you a new link to the Atelier that is already open.</p>
<h1 lang="zh-Hans">这个链接已经用过，或者 Atelier 已重新启动</h1>
<p lang="zh-Hans">Atelier 给出的每个链接只能打开一个浏览器，且只能使用一次。请在这台电脑上再次运行
<code>npm start</code>，即可得到一个新链接。</p>
</html>
`

/** Returns a page that forwards a browser to our own address; `browser-server.ts` explains when a redirect fails. */
export function onwardPage(location: string): string {
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="0;url=${location}"><title>Atelier</title></html>
`
}
