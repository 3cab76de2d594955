import type { Notice } from '../../../shared/notice.ts'
import type { EventSink } from '../../platform.ts'

/** Notices for the user, kept until dismissed or until the app ends. */
export class NoticesService {
  private readonly events: EventSink
  private notices: readonly Notice[]

  constructor(notices: readonly Notice[], events: EventSink) {
    this.notices = notices
    this.events = events
  }

  listNotices(): readonly Notice[] {
    return this.notices
  }

  /** Shows a notice; replaces an older one with the same code. */
  addNotice(notice: Notice): void {
    this.notices = [...this.notices.filter(({ code }) => code !== notice.code), notice]
    this.events.emit('notices.changed', this.notices)
  }

  dismiss(code: string): null {
    const kept = this.notices.filter((notice) => notice.code !== code)
    if (kept.length === this.notices.length) return null
    this.notices = kept
    this.events.emit('notices.changed', this.notices)
    return null
  }
}
