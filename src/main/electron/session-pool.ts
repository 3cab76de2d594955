/** Chromium's limit of sockets to an HTTP/1.1 host in each partition (net/socket/client_socket_pool_manager.cc). */
const socketsPerHost = 6
/** One socket stays free for short requests. */
const lastingPerHost = socketsPerHost - 1
/** Chromium's limit of sockets to a proxy in each partition. */
const socketsPerPartition = 32
const partitionsMax = 16

/** `lasting`: a request with a long answer, such as a stream. `brief`: a short request, such as a poll. */
export type Lasting = 'lasting' | 'brief'

/** A reserved socket in a partition, until it is released. */
export interface Place<S> {
  readonly session: S
  /** Frees the socket. Safe to call more than once. */
  release(): void
}

interface Partition<S> {
  readonly session: S
  readonly hosts: Map<string, Record<Lasting, number>>
  used: number
}

interface Waiting<S> {
  readonly origin: string
  readonly lasting: Lasting
  readonly go: (place: Place<S>) => void
}

/**
 * Spreads requests over in-memory sessions, because each has only six sockets to a host. If all are busy (80 long
 * requests to one host), queues requests itself and reports the wait: Chromium's own queue looks like a silent gateway.
 */
export class SessionPool<S> {
  readonly #open: (index: number) => S
  readonly #partitionsMax: number
  readonly #partitions: Partition<S>[] = []
  readonly #multiplexed = new Set<string>()
  #line: Waiting<S>[] = []

  constructor(open: (index: number) => S, max: number = partitionsMax) {
    this.#open = open
    this.#partitionsMax = max
  }

  /** The first session, for queries that need no reserved socket. */
  get first(): S {
    return this.#partition(0).session
  }

  /** Number of requests waiting for a socket. */
  get waiting(): number {
    return this.#line.length
  }

  /**
   * Reserves a socket, first come, first served. Calls `inLine` when the request must wait. Rejects with the signal's
   * reason.
   */
  async takeSession(origin: string, lasting: Lasting, signal: AbortSignal, inLine: () => void): Promise<Place<S>> {
    const free = this.#find(origin, lasting)
    if (free !== null) return free
    const { promise, resolve, reject } = Promise.withResolvers<Place<S>>()
    const waiting: Waiting<S> = { origin, lasting, go: resolve }
    const leave = (): void => {
      this.#line = this.#line.filter((other) => other !== waiting)
      reject(signal.reason)
    }
    this.#line.push(waiting)
    signal.addEventListener('abort', leave, { once: true })
    inLine()
    try {
      return await promise
    } finally {
      signal.removeEventListener('abort', leave)
    }
  }

  /** Records a host's HTTP version. With HTTP/2 all requests share one connection and need no reserved socket. */
  recordHttpVersion(origin: string, httpVersion: number): void {
    if (httpVersion < 2) {
      this.#multiplexed.delete(origin)
      return
    }
    this.#multiplexed.add(origin)
    this.#advance()
  }

  #find(origin: string, lasting: Lasting): Place<S> | null {
    if (this.#multiplexed.has(origin)) return { session: this.first, release: () => {} }
    for (let index = 0; index < this.#partitionsMax; index += 1) {
      const partition = this.#partition(index)
      const taken = partition.hosts.get(origin) ?? { lasting: 0, brief: 0 }
      if (partition.used >= socketsPerPartition || taken.lasting + taken.brief >= socketsPerHost) continue
      if (lasting === 'brief' || taken.lasting < lastingPerHost) return this.#occupy(partition, origin, lasting)
    }
    return null
  }

  #occupy(partition: Partition<S>, origin: string, lasting: Lasting): Place<S> {
    const taken = partition.hosts.get(origin) ?? { lasting: 0, brief: 0 }
    partition.hosts.set(origin, { ...taken, [lasting]: taken[lasting] + 1 })
    partition.used += 1
    let isTaken = true
    return {
      session: partition.session,
      release: () => {
        if (!isTaken) return
        isTaken = false
        partition.used -= 1
        const now = partition.hosts.get(origin) ?? { lasting: 0, brief: 0 }
        const left = { ...now, [lasting]: now[lasting] - 1 }
        if (left.lasting + left.brief === 0) partition.hosts.delete(origin)
        else partition.hosts.set(origin, left)
        this.#advance()
      },
    }
  }

  /** Admits waiting requests that now have a socket, oldest first. */
  #advance(): void {
    for (const waiting of [...this.#line]) {
      const place = this.#find(waiting.origin, waiting.lasting)
      if (place === null) continue
      this.#line = this.#line.filter((other) => other !== waiting)
      waiting.go(place)
    }
  }

  #partition(index: number): Partition<S> {
    const partition = this.#partitions[index] ?? { session: this.#open(index), hosts: new Map(), used: 0 }
    this.#partitions[index] = partition
    return partition
  }
}
