export default function CallbackPage() { return <h1>CallbackPage</h1> }
