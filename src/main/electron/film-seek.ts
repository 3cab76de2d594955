/**
 * Returns page code that loads a video, seeks to its middle and reports the frame. Rejects if seeking fails, as it does
 * without range answers.
 */
export function filmSeek(address: string): string {
  return `new Promise((resolve, reject) => {
  const film = document.createElement('video')
  film.muted = true
  film.preload = 'auto'
  film.onerror = () => reject(new Error('the film was not loaded: ' + film.error?.message))
  film.onloadeddata = () => {
    const end = film.seekable.length === 0 ? 0 : film.seekable.end(0)
    if (!(end > 1)) return reject(new Error('the film cannot be sought: ' + end))
    film.onseeked = () => {
      const at = film.currentTime
      if (Math.abs(at - end / 2) > 0.5) reject(new Error('it went to ' + at))
      else resolve('went to ' + at.toFixed(1) + ' of ' + end.toFixed(1) + ' s')
    }
    film.currentTime = end / 2
  }
  film.src = ${JSON.stringify(address)}
})`
}
