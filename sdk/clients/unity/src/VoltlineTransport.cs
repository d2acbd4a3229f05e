using System;

namespace Voltline
{
    /// <summary>Carries one request to the server and calls back when it is over.</summary>
    public interface IVoltlineTransport
    {
        /// <param name="jsonBody">The body of a POST, or null for a GET.</param>
        /// <param name="done">Status and body; status 0 when nothing answered.</param>
        void Send(string url, string apiKey, string jsonBody, Action<int, string> done);
    }
}
