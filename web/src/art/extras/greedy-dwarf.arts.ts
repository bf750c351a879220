export default ['greedy'];
