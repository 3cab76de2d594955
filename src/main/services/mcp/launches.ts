/** Both ways to start a server. Loaded when the first server starts, as the library is large. */
export { launchHttp } from './http-launch.ts'
export { serverLimits } from './server-connection.ts'
export { launchStdio } from './stdio-launch.ts'
