export default function CancellationPage() { return <h1>CancellationPage</h1> }
