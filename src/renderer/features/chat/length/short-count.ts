/** Returns a number in few characters: 980, 12.4K, 1.2M. */
export function shortCount(language: string, count: number): string {
  return new Intl.NumberFormat(language === 'zh-CN' ? 'en' : language, {
    notation: 'compact',
    maximumFractionDigits: count < 100_000 ? 1 : 0,
  }).format(count)
}
