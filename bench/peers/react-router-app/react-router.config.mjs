export default { appDirectory: 'app', ssr: true }
